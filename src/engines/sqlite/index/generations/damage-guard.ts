// Decides what a failure of a generation's file means: damage, after which it is quarantined, or a
// temporary failure.
import { BrokerError } from '../../../../errors.ts';
import { unreadableIndex } from '../../../../ports/search/search-reader.ts';
import { isDamage, isTemporary } from '../../failures.ts';
import { generationPath } from './generation-files.ts';
import type { Pointer } from './pointer.ts';

/** Runs what reads or writes a generation. */
export type DamageGuard = {
	/**
	 * Runs `work` and returns its result. On damage the generation is quarantined for every process;
	 * damage and temporary failures fail with `unavailable`.
	 */
	run<T>(generation: number, work: () => T): T;
	/** Translates the failure of such work, as run does. */
	translate(generation: number, error: unknown): unknown;
};

/** Guards the generations of one index; `onDamage` is called before the failure is returned. */
export function createDamageGuard(
	path: string,
	pointer: Pick<Pointer, 'quarantine'>,
	onDamage?: () => void,
): DamageGuard {
	const translate: DamageGuard['translate'] = (generation, error) => {
		const file = generationPath(path, generation);
		const named = () => new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
		if (isDamage(error)) {
			pointer.quarantine(generation);
			onDamage?.();
			return unreadableIndex(named());
		}
		if (!isTemporary(error)) return error;
		return new BrokerError('unavailable', 'The search index cannot be used at the moment; try again.', {
			retryAfterSeconds: 10,
			cause: named(),
		});
	};
	return {
		translate,
		run(generation, work) {
			try {
				return work();
			} catch (error) {
				throw translate(generation, error);
			}
		},
	};
}
