// The fields of a subscription: where messages go, how often, and what is followed.

import type { Follow, SubscriptionKind } from '../address/subscription-view.ts';
import { relationNames, relationTitle, typeNames, typeTitle } from '../relations.ts';
import { Field, useFilled } from './operator-form.tsx';
import { addressNote, pacesOf, paceTitle, whatOf, whatText, whatTitle } from './subscription-words.ts';

/** The values that the fields begin with. */
export type Initially = {
	kind: SubscriptionKind;
	address?: string;
	name?: string | null;
	pace?: string;
	at?: string;
	filter: Follow;
};

/** Renders the fields; they keep their values after a refusal. */
export function SubscriptionFields({ kind, address = '', name, pace, at, filter }: Initially) {
	const [usualPace] = pacesOf[kind];
	return (
		<>
			<div class="row-form">
				<Field
					name="address"
					label={kind === 'email' ? 'Email address' : 'Address'}
					note={addressNote[kind]}
					initially={address}
					required
					maxLength={2_000}
					autocomplete="off"
					spellcheck={false}
				/>
				<Choice
					name="pace"
					label="How often"
					initially={pace ?? usualPace}
					options={pacesOf[kind].map((each) => [each, paceTitle[each]])}
				/>
				{pacesOf[kind].length > 1 && (
					<Text
						name="at"
						label="Time of digests"
						note="In UTC: 06:00, or monday 06:00. Empty: when you create it"
						value={at}
					/>
				)}
				{kind === 'coar-notify' && (
					<Field
						name="token"
						label="Token"
						note="If the inbox asks for one. It is not shown again; another address needs it again"
						type="password"
						autocomplete="off"
					/>
				)}
				<Field
					name="name"
					label="Name"
					note="For your own use; may be empty"
					initially={name ?? ''}
					maxLength={200}
					autocomplete="off"
				/>
			</div>
			<FilterFields kind={kind} filter={filter} />
		</>
	);
}

function FilterFields({ kind, filter }: Pick<Initially, 'kind' | 'filter'>) {
	const { prefix, orcid, provider, relation = '', type = '', definition, exclude } = filter;
	const what = whatOf(filter, kind);
	const whats = Object.keys(whatTitle);
	const isNarrow = [provider, relation, type, definition, exclude].some((value) => value !== undefined && value !== '');
	return (
		<fieldset class="follow-filter">
			<legend>What you follow</legend>
			<p class="note">
				Fill in at least one of works, DOI prefix, ORCID iD, provider and type. Links must match all of them.
			</p>
			<Works filter={filter} />
			<div class="row-form">
				<Choice
					name="what"
					label="What is sent"
					initially={what}
					options={[...new Set([...whats, what])].map((each) => [each, whatText(each)])}
				/>
				<Text name="prefix" label="DOI prefix" note="Works whose DOIs begin with it: 10.5281" value={prefix} />
				<Text name="orcid" label="ORCID iD" note="Works of this person: 0000-0002-1825-0097" value={orcid} />
			</div>
			<details open={isNarrow}>
				<summary>More filters</summary>
				<div class="row-form">
					<Text name="provider" label="Provider" note="Links of this provider only: Zenodo" value={provider} />
					<Choice
						name="relation"
						label="Relation"
						initially={relation}
						options={[['', 'Any'], ...relationNames.map((each) => [each, relationTitle[each]] as const)]}
					/>
					<Choice
						name="type"
						label="Type of either work"
						initially={type}
						options={[['', 'Any'], ...typeNames.map((each) => [each, typeTitle[each]] as const)]}
					/>
					<Text name="definition" label="Definition" note="Only links that count by it: strict" value={definition} />
					<Text name="exclude" label="Leave out" note="Links with these flags: author-self, machine" value={exclude} />
				</div>
			</details>
		</fieldset>
	);
}

function Works({ filter: { id, scheme, ids, group_by, direction } }: { filter: Follow }) {
	const filled = useFilled();
	const versions = filled ? filled.group_by?.[0] : group_by;
	return (
		<>
			{id !== undefined && scheme !== undefined && (
				<>
					<input type="hidden" name="scheme" value={scheme} />
					<input type="hidden" name="scheme_of" value={id} />
				</>
			)}
			{direction !== undefined && <input type="hidden" name="direction" value={direction} />}
			<div class="field">
				<label for="follow-works">Works</label>
				<textarea
					id="follow-works"
					name="works"
					rows={3}
					defaultValue={filled ? (filled.works?.[0] ?? '') : (id ?? ids ?? '')}
					aria-describedby="follow-works-note"
					autocomplete="off"
					spellcheck={false}
				/>
				<p class="note" id="follow-works-note">
					Identifiers of up to 1,000 works, one per line: 10.5281/zenodo.11020
				</p>
			</div>
			<label class="choice">
				<input type="checkbox" name="group_by" value="version" defaultChecked={versions === 'version'} />
				<span>Also all other versions of these works</span>
			</label>
		</>
	);
}

type TextProps = { name: string; label: string; note: string; value: string | undefined };

function Text({ value = '', ...field }: TextProps) {
	return <Field {...field} initially={value} autocomplete="off" spellcheck={false} />;
}

type ChoiceProps = {
	name: string;
	label: string;
	initially: string | undefined;
	options: readonly (readonly [value: string, title: string])[];
};

function Choice({ name, label, initially, options }: ChoiceProps) {
	const chosen = useFilled()?.[name]?.[0] ?? initially;
	const id = `follow-${name}`;
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<select id={id} name={name}>
				{options.map(([value, title]) => (
					<option
						key={value}
						value={value}
						selected={value === chosen}
						// A form that was sent is reset to what the attributes have.
						ref={(option) => {
							if (option) option.defaultSelected = value === chosen;
						}}
					>
						{title}
					</option>
				))}
			</select>
		</div>
	);
}
