// A mail server for tests (RFC 5321): it keeps the messages that it takes, and answers to addresses
// what a test wants.
import { createServer, type Socket } from 'node:net';

/** A message with its envelope; lines end with `\n`. */
export type ReceivedMail = { from: string; to: string; data: string };

export type MailServerFixture = Awaited<ReturnType<typeof openMailServer>>;

/** Opens one at a free port of this machine. */
export async function openMailServer() {
	const received: ReceivedMail[] = [];
	const verbs: string[] = [];
	const fixture = {
		received,
		/** The commands of all connections, without what follows their first word. */
		verbs,
		answerTo: (_: string) => '250 OK',
		/** What it answers to any other command. */
		answer: (verb: string): string => (verb === 'QUIT' ? '221 Bye' : '250 OK'),
	};
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
		serve(socket, fixture);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	return Object.assign(fixture, {
		url: `smtp://127.0.0.1:${port}`,
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	});
}

type Answering = {
	received: ReceivedMail[];
	verbs: string[];
	answerTo(address: string): string;
	answer(verb: string): string;
};

function serve(socket: Socket, fixture: Answering): void {
	let mail = { from: '', to: '' };
	let pending = '';
	let isData = false;
	const say = (line: string) => socket.write(`${line}\r\n`);
	const command = (line: string) => {
		const address = /<(.*)>/.exec(line)?.[1] ?? '';
		const verb = line.slice(0, 4).toUpperCase();
		fixture.verbs.push(verb);
		if (verb === 'EHLO') return say('250-mail.test\r\n250 8BITMIME');
		if (verb === 'MAIL') mail = { from: address, to: '' };
		if (verb === 'RCPT') {
			const answer = fixture.answerTo(address);
			if (answer.startsWith('2')) mail.to = address;
			return say(answer);
		}
		if (verb === 'DATA') {
			isData = true;
			return say('354 Go on');
		}
		if (verb === 'QUIT') return socket.end(`${fixture.answer(verb)}\r\n`);
		return say(fixture.answer(verb));
	};
	socket.setEncoding('latin1').on('data', (chunk) => {
		pending += chunk;
		for (;;) {
			const end = isData ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n');
			if (end === -1) return;
			const part = pending.slice(0, end);
			pending = pending.slice(end + (isData ? 5 : 2));
			if (isData) {
				isData = false;
				const answer = fixture.answer('.');
				if (answer.startsWith('2'))
					fixture.received.push({ ...mail, data: part.replaceAll('\r\n', '\n').replaceAll('\n..', '\n.') });
				say(answer);
			} else command(part);
		}
	});
	say('220 mail.test ESMTP');
}

/** Reads a message: its header with unfolded fields, and its parts as texts. */
export function readMail({ data }: ReceivedMail): {
	header: string;
	fields: Map<string, string>;
	text: string;
	html: string;
} {
	const [header = '', body = ''] = splitAt(data, '\n\n');
	const fields = new Map(
		header
			.replaceAll(/\n[ \t]/g, ' ')
			.split('\n')
			.map((line) => splitAt(line, ': ') as [string, string]),
	);
	const boundary = /boundary="([^"]+)"/.exec(fields.get('Content-Type') ?? '')?.[1] ?? '';
	const [text = '', html = ''] = body.split(`--${boundary}`).slice(1).map(readPart);
	return { header, fields, text, html };
}

function readPart(part: string): string {
	const [head = '', content = ''] = splitAt(part.trimStart(), '\n\n');
	if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString();
	if (!/quoted-printable/i.test(head)) return Buffer.from(content, 'latin1').toString();
	const bytes = content
		.replaceAll('=\n', '')
		.replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}

function splitAt(text: string, separator: string): string[] {
	const at = text.indexOf(separator);
	return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
