// A change that an operator asks for: that it is under way, and why it failed if it did; knows no
// change.
import { useState } from 'preact/hooks';
import { sayOfField } from '../../../src/http/pages/operator/operator-words.ts';
import { RequestFailure } from '../api/broker-api.ts';
import { announce } from '../shell/announcer.tsx';

/** Holds what a form or a row of buttons shows of its change. */
export type Action = {
	busy: boolean;
	refusal: string | undefined;
	run(change: () => Promise<unknown>, done: string): Promise<boolean>;
};

/**
 * Runs changes one at a time; `run` answers whether it worked, and says `done` to screen readers if
 * so.
 */
export function useAction(): Action {
	const [busy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<string>();
	const run: Action['run'] = async (change, done) => {
		setBusy(true);
		setRefusal(undefined);
		try {
			await change();
			announce(done);
			return true;
		} catch (error) {
			setRefusal(
				error instanceof RequestFailure
					? sayOfField(error.message)
					: 'This did not work. Reload the page and try again.',
			);
			return false;
		} finally {
			setBusy(false);
		}
	};
	return { busy, refusal, run };
}

/** Renders why the last change failed; nothing where it did not. */
export function Refusal({ action }: { action: Action }) {
	if (action.refusal === undefined) return null;
	return (
		<p class="wrong" role="alert">
			{action.refusal}
		</p>
	);
}
