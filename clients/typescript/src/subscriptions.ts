// The subscriptions of an account: one method for each operation.
import { type CallOptions, type Http, pathPart } from './http.ts';
import { Paged, pageByPage } from './paged.ts';
import type {
	Delivery,
	DeliveryList,
	ListSubscriptionsParameters,
	NewSubscription,
	RotatedSecret,
	Subscription,
	SubscriptionChange,
	SubscriptionList,
	SubscriptionTrial,
	WantedSubscription,
} from './schemas.ts';

/** Creates, shows and changes subscriptions. The access token needs the scope `subscribe`. */
export class Subscriptions {
	readonly #http: Http;

	/** Creates it for `LinkBroker.subscriptions`. */
	constructor(http: Http) {
		this.#http = http;
	}

	/** Creates one. The answer has the secret of a webhook, which is not shown again. */
	create(wanted: WantedSubscription, options: CallOptions = {}): Promise<NewSubscription> {
		return this.#http.change('POST', '/subscriptions', wanted, options, {});
	}

	/** Lists those of the account by number; for administrators with `all`, those of all accounts. */
	list(
		query: Omit<ListSubscriptionsParameters, 'after'> = {},
		options: CallOptions = {},
	): Paged<Subscription, SubscriptionList> {
		const read = () => pageByPage((after) => this.listPage({ ...query, after }, options));
		return new Paged(read, ({ subscriptions }) => subscriptions);
	}

	/** Lists one page of them: the first, or those after `after`. */
	listPage(query: ListSubscriptionsParameters = {}, options: CallOptions = {}): Promise<SubscriptionList> {
		return this.#http.get('/subscriptions', query, options, { subscriptions: 'list' });
	}

	/** Returns one. */
	show(id: number, options: CallOptions = {}): Promise<Subscription> {
		return this.#http.get(pathOf(id), {}, options);
	}

	/** Changes, pauses or continues one. */
	change(id: number, change: SubscriptionChange, options: CallOptions = {}): Promise<Subscription> {
		return this.#http.change('PATCH', pathOf(id), change, options, {});
	}

	/** Ends one; nothing more is sent. */
	delete(id: number, options: CallOptions = {}): Promise<void> {
		return this.#http.change('DELETE', pathOf(id), undefined, options);
	}

	/** Sends a message without changes to the webhook, and returns what that answered. */
	test(id: number, options: CallOptions = {}): Promise<SubscriptionTrial> {
		return this.#http.change('POST', `${pathOf(id)}/test`, undefined, options, {});
	}

	/** Replaces the secret of a webhook, and returns the new one. For 24 hours both sign messages. */
	async rotate(id: number, options: CallOptions = {}): Promise<string> {
		const path = `${pathOf(id)}/rotate`;
		return (await this.#http.change<RotatedSecret>('POST', path, undefined, options, { secret: 'string' })).secret;
	}

	/** Returns the last 100 messages, the newest first, each with its last try. */
	async deliveries(id: number, options: CallOptions = {}): Promise<Delivery[]> {
		const path = `${pathOf(id)}/deliveries`;
		return (await this.#http.get<DeliveryList>(path, {}, options, { deliveries: 'list' })).deliveries;
	}

	/** Sends one of these messages again, and returns it with this try. */
	async resend(id: number, message: string, options: CallOptions = {}): Promise<Delivery> {
		return this.#http.change('POST', `${pathOf(id)}/deliveries/${pathPart(message)}/resend`, undefined, options, {});
	}
}

function pathOf(id: number): string {
	return `/subscriptions/${id}`;
}
