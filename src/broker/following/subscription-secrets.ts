// The secrets of a subscription as they are stored: the one that signs, and the one before, which
// signs for a day so that the receiver has time to change it.

/** Encrypts texts, and reads them. */
type Seal = { seal(text: string): string; open(sealed: string): string };

type Kept = { current: string; former?: { secret: string; until: number } };

const overlapMilliseconds = 86_400_000;

/** Keeps secrets under a seal. */
export type SubscriptionSecrets = ReturnType<typeof createSubscriptionSecrets>;

export function createSubscriptionSecrets({ seal, open }: Seal) {
	/** Undefined where another key sealed them. */
	const read = (kept: string): Kept | undefined => {
		try {
			return JSON.parse(open(kept));
		} catch {
			return undefined;
		}
	};
	const write = (secrets: Kept) => seal(JSON.stringify(secrets));
	return {
		/** Makes what is stored of a first secret. */
		keep: (secret: string): string => write({ current: secret }),
		/** Makes what is stored once another secret replaces the present one. */
		replace(kept: string, secret: string, now: number): string {
			const before = read(kept);
			return write({
				current: secret,
				...(before && { former: { secret: before.current, until: now + overlapMilliseconds } }),
			});
		},
		/** Lists the secrets that sign now, the newest first; null where another key sealed them. */
		signing(kept: string | null, now: number): string[] | null {
			if (kept === null) return [];
			const secrets = read(kept);
			if (secrets === undefined) return null;
			const { current, former } = secrets;
			return former && former.until > now ? [current, former.secret] : [current];
		},
	};
}
