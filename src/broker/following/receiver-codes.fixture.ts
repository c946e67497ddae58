// Codes of receivers for tests, which one can read.
import type { ReceiverCodes } from './agreements.ts';

export const testCodes: ReceiverCodes = {
	make: () => `code-${++made}`,
	hash: (code) => `hash of ${code}`,
	ending: ({ number, task }) => `ending-${number}-${task.address}`,
};
let made = 0;
