// Files that are sent as they are, cached in memory and packed once; knows no page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
                                                   
import { entityTag, unlessKnown } from '../answers/conditional.js';
                                                     

/** A file in memory; it is packed when the first client asks for that. */
                          
	                    
	            
	                                                              
  

/** Lists the encodings of content, the smallest first. */
export const encodings = ['br', 'gzip', 'identity']         ;
                                                  

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Makes a file of some content; its name tells the media type. */
export function staticFile(name        , content                     )             {
	const plain = new Uint8Array(Buffer.from(content));
	const packed = new Map                                            ([['identity', Promise.resolve(plain)]]);
	const pack = async (encoding          ) =>
		new Uint8Array(encoding === 'br' ? await packBrotli(plain) : await packGzip(plain, { level: 9 }));
	return {
		contentType: getMimeType(name) ?? 'application/octet-stream',
		tag: entityTag(plain),
		encoded(encoding) {
			let known = packed.get(encoding);
			if (known === undefined) {
				known = pack(encoding);
				packed.set(encoding, known);
			}
			return known;
		},
	};
}

/** Reads all files below a folder by their paths from there: `assets/page.css`. */
export function readFolder(folder     )                                  {
	if (!existsSync(folder)) return new Map();
	const start = fileURLToPath(folder);
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return new Map(
		files.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			const name = relative(start, path).replaceAll('\\', '/');
			return [name, staticFile(name, readFileSync(path))];
		}),
	);
}

/**
 * Answers a file in the smallest encoding that the client takes, or 304 where the client has it.
 */
export async function fileAnswer(
	context             ,
	file            ,
	headers                                  ,
	status = 200,
)                  {
	const encoding = chooseEncoding(context.req.header('accept-encoding'));
	const answer         = {
		status,
		headers: {
			...headers,
			'Content-Type': file.contentType,
			...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
			Vary: 'Accept-Encoding',
			// Each encoding is a representation of its own (RFC 9110, 8.8.3.3).
			ETag: encoding === 'identity' ? file.tag : file.tag.replace(/"$/, `-${encoding}"`),
		},
		body: await file.encoded(encoding),
	};
	return unlessKnown(answer, context.req.header('if-none-match'));
}

/** Chooses the smallest encoding that Accept-Encoding allows (RFC 9110, 12.5.3). */
export function chooseEncoding(accepted = '')           {
	const qualities = new Map(
		accepted.split(',').map((element) => {
			const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
			const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
			return [name, Number(weight ?? 1)];
		}),
	);
	const isWelcome = (encoding          ) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0;
	return encodings.find(isWelcome) ?? 'identity';
}
