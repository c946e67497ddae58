// A broker for tests that has the use cases a test gives it; any other fails.
import assert from 'node:assert/strict';
import type { Broker } from './broker.ts';

/** Makes a broker of some use cases. */
export function brokerOf<T extends Broker = Broker>(given: Partial<T>): T {
	return new Proxy(given as T, {
		get: (target, name) => Reflect.get(target, name) ?? (() => assert.fail(`No test expects ${String(name)} here.`)),
	});
}
