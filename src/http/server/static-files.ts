// Static files, cached in memory and compressed once.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import type { Answer } from '../answers/answer.ts';
import { entityTag, unlessKnown } from '../answers/conditional.ts';
import type { HttpContext } from './http-context.ts';

/** A file in memory. It is compressed at the first request for that encoding. */
export type StaticFile = {
	contentType: string;
	tag: string;
	plain: Uint8Array<ArrayBuffer>;
	encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
};

/** Lists the encodings of content, the smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Makes a file from content. Its name decides the media type. */
export function staticFile(name: string, content: string | Uint8Array): StaticFile {
	const plain = new Uint8Array(Buffer.from(content));
	const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>([['identity', Promise.resolve(plain)]]);
	const pack = async (encoding: Encoding) =>
		new Uint8Array(encoding === 'br' ? await packBrotli(plain) : await packGzip(plain, { level: 9 }));
	return {
		contentType: getMimeType(name) ?? 'application/octet-stream',
		tag: entityTag(plain),
		plain,
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
export function readFolder(folder: URL): ReadonlyMap<string, StaticFile> {
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

/** Answers a file in the smallest encoding that the client accepts, or 304. */
export async function fileAnswer(
	context: HttpContext,
	file: StaticFile,
	headers: Readonly<Record<string, string>>,
	status = 200,
): Promise<Answer> {
	const encoding = chooseEncoding(context.req.header('accept-encoding'));
	const answer: Answer = {
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

/** Compresses the content of one answer quickly, if the client accepts it. */
export async function packedAnswer(context: HttpContext, answer: Answer & { body: string }): Promise<Answer> {
	const encoding = chooseEncoding(context.req.header('accept-encoding'));
	const vary = [answer.headers.Vary, 'Accept-Encoding'].filter(Boolean).join(', ');
	if (encoding === 'identity') return { ...answer, headers: { ...answer.headers, Vary: vary } };
	const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
	const packed = encoding === 'br' ? await packBrotli(answer.body, quickly) : await packGzip(answer.body);
	const headers = { ...answer.headers, 'Content-Encoding': encoding, Vary: vary };
	return { ...answer, headers, body: new Uint8Array(packed) };
}

/** Chooses the smallest encoding that Accept-Encoding allows (RFC 9110, 12.5.3). */
export function chooseEncoding(accepted = ''): Encoding {
	const qualities = new Map(
		accepted.split(',').map((element) => {
			const [name = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
			const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
			return [name, Number(weight ?? 1)];
		}),
	);
	const isWelcome = (encoding: Encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0;
	return encodings.find(isWelcome) ?? 'identity';
}
