// Writes the log to standard error: JSON lines for machines, plain lines on a terminal.
import { pino } from 'pino';
                                              

                              

// Lines beyond are lost.
const mostWaitingBytes = 2 ** 22;

/** Opens the log of one thread or process; `name` says which. */
export function createLog(level          , name        )      {
	const destination = process.stderr.isTTY ? plainLines() : jsonLines();
	return pino({ level, base: { name } }, destination);
}

/**
 * Writes the lines as they are. Where they find no room, or nobody reads them any more, they wait
 * for the next one, and the process goes on.
 */
function jsonLines() {
	const destination = pino.destination({ dest: 2, sync: true, maxLength: mostWaitingBytes });
	destination.on('error', () => undefined);
	return destination;
}

/** Turns the lines into what a person at a terminal reads: time, level, message, fields. */
function plainLines()                                {
	return {
		write(line) {
			const { time, level, msg, name, err, ...fields } = JSON.parse(line)                           ;
			const clock = new Date(time          ).toISOString().slice(11, 23);
			const rest = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
			const failure = err ? [(err                        ).message] : [];
			const parts = [clock, pino.levels.labels[level          ], `${name}:`, msg, ...rest, ...failure];
			process.stderr.write(`${parts.join(' ')}\n`);
		},
	};
}
