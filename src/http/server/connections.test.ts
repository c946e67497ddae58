// Tests how slow a reader may be, on a socket whose progress is counted by hand: the system accepts
// larger pieces than such a client reads.
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { cutStalledReaders } from './connections.ts';

describe('a client that reads its answer', () => {
	it('is disconnected where it takes less than 1 KiB a second', { timeout: 20_000 }, async () => {
		const { promise: cut, resolve } = Promise.withResolvers<void>();
		const handle = { bytesWritten: 9_000, writeQueueSize: 9_000 };
		const socket = { _handle: handle, writableLength: 9_000, destroy: () => resolve() };
		const server = new EventEmitter() as Server;
		cutStalledReaders(server, new Set([{ socket: socket as unknown as Socket }]), 0.5);
		const reading = setInterval(() => {
			handle.writeQueueSize -= 10;
		}, 50);
		await cut;
		clearInterval(reading);
		server.emit('close');
	});
});
