// Shows how far a long task is: a bar on a terminal, a plain line now and then otherwise.
import { cutToWidth } from './text-width.js';

/** Shows progress until it ends. `total` null: how much there is, is not known. */
                        
	                                                             
	                      
	            
  

/** A stream as far as progress needs one. */
                                                                                                 

const barColumns = 24;
const redrawMilliseconds = 100;
const plainLineMilliseconds = 5_000;
const clearLine = '\r\u001b[K';

/**
 * Starts to show progress. On a terminal a bar is drawn, ten times a second at most; otherwise
 * there is a line every five seconds.
 */
export function startProgress(stream                , title        , now              )           {
	const began = now();
	const pause = stream.isTTY ? redrawMilliseconds : plainLineMilliseconds;
	let next = stream.isTTY ? began : began + pause;
	let drawn = false;
	return {
		show(done, total, text) {
			const moment = now();
			if (moment < next) return;
			next = moment + pause;
			const parts = [percent(done, total), title, text, remaining(done, total, moment - began)];
			const line = (stream.isTTY ? [bar(done, total), ...parts] : parts).filter((part) => part !== '').join('  ');
			drawn = Boolean(stream.isTTY);
			stream.write(drawn ? clearLine + cutToWidth(line, (stream.columns ?? 80) - 1) : `${line.trimStart()}\n`);
		},
		end() {
			if (drawn) stream.write(clearLine);
			drawn = false;
		},
	};
}

function share(done        , total        )         {
	return total > 0 ? Math.min(1, done / total) : 1;
}

function bar(done        , total               )         {
	if (total === null) return '';
	const filled = Math.round(share(done, total) * barColumns);
	return `[${'#'.repeat(filled)}${' '.repeat(barColumns - filled)}]`;
}

function percent(done        , total               )         {
	return total === null ? '' : `${Math.floor(share(done, total) * 100)} %`.padStart(5);
}

function remaining(done        , total               , elapsedMilliseconds        )         {
	if (total === null || done <= 0 || done >= total || elapsedMilliseconds < 1_000) return '';
	const seconds = Math.ceil(((elapsedMilliseconds / done) * (total - done)) / 1_000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}
