// Splits objects after one another, one a line or not, into records while they stream by; judges no
// record.
import { createArrayScanner } from './array-scanner.js';
import { isSpace, newline, openObject } from './bytes.js';
                                                       
import { openEnvelope } from './envelope.js';
import { createRecordFollower,              } from './record-follower.js';

/** Ends records; `line` is the one in which the record begins. */
                                        

/**
 * Ends records, and adds those in a record that is a page of an API instead of it. Only where the
 * first record of a file is a page, others are looked at: most files hold no pages.
 */
function createRecordEnd(file        , builder              )            {
	let mayBePages = true;
	return (line) => {
		const bytes = builder.take();
		const page = mayBePages ? openEnvelope(bytes) : undefined;
		if (page === undefined) {
			mayBePages = false;
			builder.add(bytes);
			return;
		}
		const scanner = createArrayScanner(file, line + page.linesBefore, builder);
		scanner.push(page.array, 0);
		scanner.finish();
	};
}

/**
 * Reads objects after one another, each to its last bracket, whatever lines they stand in. Where
 * the first line holds one object and nothing else, all lines do: then a broken one ends with its
 * line and harms no other.
 */
export function createObjectScanner(file        , firstLine        , builder              )          {
	const follower = createRecordFollower(firstLine);
	const endRecord = createRecordEnd(file, builder);
	let phase                                 = 'between';
	let begins = firstLine;
	let ended = 0;
	let lines                     ;

	/** Passes a byte between records: white space, or the first of something. */
	function passBetween(block            , at        )         {
		const byte = block[at]          ;
		if (byte === newline && ended === 1 && follower.line === firstLine) {
			lines = createLineScanner(firstLine, builder, endRecord);
			lines.push(block, at);
			return block.length;
		}
		if (byte === newline) follower.line++;
		if (isSpace(byte)) return at + 1;
		phase = byte === openObject ? 'record' : 'other';
		begins = follower.line;
		builder.begin(begins);
		return at;
	}

	/** Passes what is no object to the end of its line; reading it will tell what it is. */
	function passOther(block            , from        )         {
		const found = block.indexOf(newline, from);
		const end = found === -1 ? block.length : found;
		builder.append(block.subarray(from, end));
		if (found !== -1) endPart();
		return end;
	}

	function passRecord(block            , from        )         {
		const end = follower.follow(block, from);
		builder.append(block.subarray(from, end));
		if (end !== undefined) endPart();
		return end ?? block.length;
	}

	function endPart()       {
		endRecord(begins);
		phase = 'between';
		ended++;
	}

	return {
		push(block, from) {
			if (lines) {
				lines.push(block, from);
				return;
			}
			for (let at = from; at < block.length; ) {
				if (phase === 'between') at = passBetween(block, at);
				else at = phase === 'record' ? passRecord(block, at) : passOther(block, at);
			}
		},
		finish() {
			if (phase !== 'between') endPart();
			lines?.finish();
		},
	};
}

function createLineScanner(firstLine        , builder              , endRecord           )          {
	let line = firstLine;
	let within = false;
	return {
		push(block, from) {
			const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
			for (let at = from; at < bytes.length; ) {
				const found = bytes.indexOf(newline, at);
				const end = found === -1 ? bytes.length : found;
				if (!within) {
					while (at < end && isSpace(bytes[at])) at++;
					within = at < end;
					if (within) builder.begin(line);
				}
				if (within) builder.append(bytes.subarray(at, end));
				if (found === -1) return;
				if (within) endRecord(line);
				within = false;
				line++;
				at = end + 1;
			}
		},
		finish() {
			if (within) endRecord(line);
		},
	};
}
