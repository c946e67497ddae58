// Asks the nodes of a cluster in turn, and the next one where a node fails or is silent.
//
//             a request fails, or a probe is not answered
//   in use ──────────────────────────────────────────────▶ suspect
//      ▲                                                       │
//      └──────────── a probe or a request is answered ─────────┘
//
// A probe is a small request over a connection of its own, one at a time for each node. It separates
// a silent node from one that works on a long request:
// - while a request waits for its answer, its node is probed. Where the probe is not answered, the
//   request goes to the next node;
// - a suspect node gets no requests while another node is in use, only a probe from time to time.
import { type ClusterRequest, cannotServe, NoAnswer, type NodeAnswer, type NodeConnection } from './nodes.ts';

/** How a request may be repeated. */
export type Repeating = {
	/** Changes nothing: it is also sent to a second node once half of its time is over. */
	isRead: boolean;
	/** May arrive twice: it goes to the next node where a node has failed to answer. */
	isRepeatable: boolean;
	/** What happens where its node is silent and another node remains; `wait`: nothing. */
	whenSilent: 'next' | 'fail' | 'wait';
};

type AskedNode = Pick<NodeConnection, 'send' | 'probe'>;
type Sent = ReturnType<AskedNode['send']>;
type Outcome = { answer: NodeAnswer; failure?: never } | { answer?: never; failure: unknown };
/** One attempt at a node: `ended` never rejects. */
type Attempt = { node: AskedNode; sent: Sent; ended: Promise<Outcome> };

/** Returns how long a probe may take where a request may take this long. */
export function probeMillisecondsOf(requestMilliseconds: number): number {
	return Math.min(1_000, requestMilliseconds / 4);
}

/** Begins with all nodes in use. `now` returns the time in milliseconds. */
export function createAsking(
	nodes: readonly AskedNode[],
	probeMilliseconds: number,
	now: () => number = () => performance.now(),
) {
	const choice = createChoice(nodes, probeMilliseconds, now);
	return {
		/** Regards a node as suspect, where it did not answer outside of a request. */
		suspect: choice.suspect,
		/** Sends a request that may take this long; fails with NoAnswer where no node answers. */
		async ask(request: ClusterRequest, repeating: Repeating, milliseconds: number): Promise<NodeAnswer> {
			const { isRead } = repeating;
			const deadline = now() + milliseconds;
			const attempts: Attempt[] = [];
			let isOver = false;
			const order = choice.order();
			// Where all others are silent, the first one may just have lost a connection.
			const tries = order.length === 1 ? order : [...order, ...order.slice(0, 1)];
			const askFrom = async (at: number): Promise<Outcome> => {
				const node = tries[at] as AskedNode;
				const isLast = at === tries.length - 1;
				if (!isLast && choice.isSuspect(node) && !(await choice.probe(node))) return askFrom(at + 1);
				// The node before may have answered during the probe.
				if (isOver) return { failure: answeredElsewhere() };
				const left = Math.max(1, Math.ceil(deadline - now()));
				const own = attempt(choice, node, node.send(request, left));
				attempts.push(own);
				const watching = isLast ? onlyWaiting : { ...repeating, isRead: isRead && at === 0 };
				const ended = await Promise.race([own.ended, watch(choice, own, watching, { milliseconds: left, now })]);
				if (ended !== 'go on') return isLast || !goesOn(ended, repeating) ? ended : askFrom(at + 1);
				const next = askFrom(at + 1);
				const first = await Promise.race([own.ended, next]);
				if (isServed(first)) return first;
				const both = await Promise.all([own.ended, next]);
				return both.find(isServed) ?? both[1];
			};
			const { answer, failure } = await askFrom(0);
			isOver = true;
			if (attempts.length > 1) for (const { sent } of attempts) sent.drop(answeredElsewhere());
			if (!answer) throw failure;
			return answer;
		},
	};
}

function answeredElsewhere(): NoAnswer {
	return new NoAnswer('another node has answered', 'late');
}

const pauseMilliseconds = 1_000;

type Choice = ReturnType<typeof createChoice>;

/** Chooses nodes: which are suspect, and which one to ask first. */
function createChoice(nodes: readonly AskedNode[], probeMilliseconds: number, now: () => number) {
	/** When each suspect node is to be probed again; the last one has failed last. */
	const suspects = new Map<AskedNode, number>();
	const probes = new Map<AskedNode, Promise<boolean>>();
	let turn = 0;
	const suspect = (node: AskedNode) => void suspects.set(node, now() + pauseMilliseconds);
	const clear = (node: AskedNode) => void suspects.delete(node);
	/** Joins the probe of a node that is under way, or starts one. */
	const probe = (node: AskedNode): Promise<boolean> => {
		const underWay = probes.get(node);
		if (underWay !== undefined) return underWay;
		const probed = node.probe(probeMilliseconds).then((isWell) => {
			probes.delete(node);
			if (isWell) clear(node);
			else suspect(node);
			return isWell;
		});
		probes.set(node, probed);
		return probed;
	};
	return {
		suspect,
		clear,
		probe,
		probeMilliseconds,
		isSuspect: (node: AskedNode) => suspects.has(node),
		/** Lists all nodes, the one to ask first at the beginning; requests take turns. */
		order(): AskedNode[] {
			const first = turn++ % nodes.length;
			const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)];
			if (suspects.size === 0) return inTurn;
			for (const [node, dueAt] of suspects) if (dueAt <= now()) void probe(node);
			// The one that has failed last is the likeliest to answer again.
			return [...inTurn.filter((node) => !suspects.has(node)), ...[...suspects.keys()].reverse()];
		},
	};
}

/** Follows a request to a node, and notes what it shows of the node. */
function attempt({ suspect, clear, isSuspect }: Choice, node: AskedNode, sent: Sent): Attempt {
	const ended = sent.answer.then(
		(answer): Outcome => {
			if (cannotServe(answer)) suspect(node);
			else clear(node);
			return { answer };
		},
		(failure): Outcome => {
			if (!(failure instanceof NoAnswer)) return { failure };
			if (failure.how !== 'late') suspect(node);
			return { failure: failure.how === 'late' && isSuspect(node) ? new NoAnswer(failure.message, 'silent') : failure };
		},
	);
	return { node, sent, ended };
}

/** Probes a node while it is waited for; resolves when the next one is to be asked as well. */
function watch(
	{ probe, probeMilliseconds }: Choice,
	{ node, sent, ended }: Attempt,
	{ isRead, whenSilent }: Repeating,
	{ milliseconds, now }: { milliseconds: number; now: () => number },
): Promise<'go on'> {
	const patience = Math.min(probeMilliseconds, milliseconds / 4);
	const half = now() + milliseconds / 2;
	return new Promise((resolve) => {
		let hasEnded = false;
		const noteProbe = (isWell: boolean) => {
			if (isWell || hasEnded) return;
			if (whenSilent === 'next') resolve('go on');
			if (whenSilent === 'fail') sent.drop(new NoAnswer('it does not answer', 'silent'));
		};
		const check = () => {
			if (isRead && now() >= half) resolve('go on');
			void probe(node).then(noteProbe);
			timer = setTimeout(check, patience);
		};
		let timer = setTimeout(check, patience);
		void ended.then(() => {
			hasEnded = true;
			clearTimeout(timer);
		});
	});
}

const onlyWaiting: Repeating = { isRead: false, isRepeatable: false, whenSilent: 'wait' };

function isServed({ answer }: Outcome): boolean {
	return answer !== undefined && !cannotServe(answer);
}

/** Whether the next node is to be asked instead. */
function goesOn({ answer, failure }: Outcome, { isRepeatable }: Repeating): boolean {
	if (answer) return cannotServe(answer) && isRepeatable;
	if (!(failure instanceof NoAnswer)) return false;
	return failure.how === 'unsent' || failure.how === 'untrusted' || (failure.how === 'cut' && isRepeatable);
}
