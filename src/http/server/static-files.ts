// Files that are sent as they are, kept in memory and packed once; knows no path and no folder of the program.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer } from '../answers/answer.ts';
import { entityTag, unlessKnown } from '../answers/conditional.ts';
import type { HttpContext } from './http-context.ts';

/** A file in memory; it is packed when the first client asks for that. */
export type StaticFile = {
	contentType: string;
	tag: string;
	encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
};

/** Lists the encodings of content, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

const contentTypes: Readonly<Record<string, string>> = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.ico': 'image/x-icon',
	'.js': 'text/javascript; charset=utf-8',
	'.json': 'application/json',
	'.map': 'application/json',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.woff2': 'font/woff2',
};

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Makes a file of some content; its name tells the media type. */
export function staticFile(name: string, content: string | Uint8Array): StaticFile {
	const plain = new Uint8Array(Buffer.from(content));
	const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>([['identity', Promise.resolve(plain)]]);
	const pack = async (encoding: Encoding) =>
		new Uint8Array(
			encoding === 'br'
				? await packBrotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength } })
				: await packGzip(plain, { level: 9 }),
		);
	return {
		contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
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

/** Reads all files of a folder and the folders in it, by their paths from there with slashes; none where the folder is not there. */
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

/** Answers a file, packed as the client likes it best, or 304 where the client has it. */
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

/** Chooses an encoding by Accept-Encoding (RFC 9110, 12.5.3): of those that are welcome the smallest; without the header none. */
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
