// Splits a JSON array into records while it streams by; judges no record.
import { BrokerError } from '../../errors.js';
import { closeArray, comma, isSpace, newline } from './bytes.js';
                                                       
import { createRecordFollower,              } from './record-follower.js';

/** Walks through an array: `begin` [ `first` record `next` , `value` record `next` ] `after`. */
export function createArrayScanner(file        , firstLine        , builder              )          {
	const follower = createRecordFollower(firstLine);
	let phase                                                            = 'begin';

	function fail(message        )        {
		throw new BrokerError('malformed-json', `${file}, line ${follower.line}: ${message}.`);
	}

	/**
	 * Takes a byte between records that is no white space; answers whether a record begins with it.
	 */
	function passBetween(byte        )          {
		const character = String.fromCharCode(byte);
		if (phase === 'begin') phase = 'first';
		else if (phase === 'next' && byte === comma) phase = 'value';
		else if ((phase === 'next' || phase === 'first') && byte === closeArray) phase = 'after';
		else if (phase === 'after') fail('the file goes on after the end of its array');
		else if (phase === 'value' && byte === closeArray) fail('a `,` must not stand before `]`');
		else if (byte === comma || byte === closeArray) fail(`expected a link but found \`${character}\``);
		else if (phase === 'next') fail(`expected \`,\` or \`]\` between links but found \`${character}\``);
		else return true;
		return false;
	}

	function passRecord(block            , from        )         {
		const end = follower.follow(block, from);
		builder.append(block.subarray(from, end));
		if (end === undefined) return block.length;
		builder.end();
		phase = 'next';
		return end;
	}

	return {
		push(block, from) {
			let at = phase === 'record' ? passRecord(block, from) : from;
			while (at < block.length) {
				const byte = block[at]          ;
				if (byte === newline) follower.line++;
				if (isSpace(byte) || !passBetween(byte)) {
					at++;
					continue;
				}
				phase = 'record';
				builder.begin(follower.line);
				at = passRecord(block, at);
			}
		},
		finish() {
			const fault = phase === 'record' ? builder.fault() : undefined;
			if (fault) throw new BrokerError('malformed-json', `${file}, line ${fault.line}: ${fault.message}.`);
			if (phase !== 'after') fail('the file ends before its array does');
		},
	};
}
