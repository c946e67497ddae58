// A thread that draws cards. It has no store.
import { type DrawCard, loadCardDrawing } from '../formats/card/draw-card.ts';
import { lowerPriority } from './priority.ts';
import { answerParent } from './thread-calls.ts';

/** What the thread does when it is called. */
export type CardCalls = { draw: DrawCard; stop(): Promise<void> };

await answerParent(async () => {
	lowerPriority('cards');
	return { draw: await loadCardDrawing(), stop: async () => undefined };
});
