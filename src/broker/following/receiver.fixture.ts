// A receiver for tests that keeps what it is sent.
import type { Answered, Message, Sender } from './deliver.ts';

/** A message as it came, with the numbers of its entries. */
export type Sent = { id: string; numbers: number[]; next: string };

/** Creates one; `answer` says what it answers. */
export function createReceiver(
	answer: (message: Message) => Answered | Promise<Answered> = accepting,
	fit = 3,
	sent: Sent[] = [],
) {
	const sender: Sender = {
		mostEntries: 10,
		fit: (_, entries) => Math.min(fit, entries.length),
		async send(message) {
			sent.push({ id: message.id, numbers: message.entries.map(({ number }) => number), next: message.next });
			return answer(message);
		},
		test: async () => ({ answered: accepting(), excerpt: 'thanks' }),
	};
	return { sent, sender };
}

function accepting(): Answered {
	return { isAccepted: true, status: 204 };
}
