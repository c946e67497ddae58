// The reference of the API for people, drawn from its OpenAPI description: an overview, and a page
// for each group.
import { useContext } from 'preact/hooks';
import { useHead } from '../site/page-head.ts';
import { sitePath } from '../site/site.ts';
import { AnchorAddress, anchorAddresses, groupPath, schemaAnchor } from './anchors.ts';
import { type Description, type Group, groupsOf } from './description.ts';
import { OperationSection } from './operation-section.tsx';
import { SchemaSection } from './schema-section.tsx';

type ReferenceProps = {
	description: Description;
	/** The address of the broker, for commands. */
	address: string;
	/** The name of the group to show; undefined for the overview. */
	group: string | undefined;
};

/** Renders a page of the reference with the navigation between all of them. */
export function ReferencePage({ description, address, group: asked }: ReferenceProps) {
	const groups = groupsOf(description);
	const group = groups.find(({ name }) => name === asked);
	return (
		<AnchorAddress.Provider value={anchorAddresses(groups)}>
			<div class="reference">
				<Contents groups={groups} shown={group} />
				<main id="content">
					{group ? (
						<GroupContent group={group} address={address} />
					) : (
						<Overview info={description.info} groups={groups} />
					)}
				</main>
			</div>
		</AnchorAddress.Provider>
	);
}

/** On narrow screens, the contents of the page itself are folded. */
function Contents({ groups, shown }: { groups: readonly Group[]; shown: Group | undefined }) {
	const addressOf = useContext(AnchorAddress);
	const entries = shown && [
		...shown.operations.map(({ operationId, summary }) => ({ anchor: operationId, text: <>{summary}</> })),
		...shown.schemas.map(([name]) => ({ anchor: schemaAnchor(name), text: <code>{name}</code> })),
	];
	return (
		<nav aria-label="API">
			<ul>
				<li>
					<a href={groupPath()} aria-current={shown ? undefined : 'page'}>
						Overview
					</a>
				</li>
				{groups.map(({ name, title }) => (
					<li key={name}>
						<a href={groupPath(name)} aria-current={name === shown?.name ? 'page' : undefined}>
							{title}
						</a>
					</li>
				))}
			</ul>
			{entries && (
				<details>
					<summary>On this page</summary>
					<ul>
						{entries.map(({ anchor, text }) => (
							<li key={anchor}>
								<a href={addressOf(anchor)}>{text}</a>
							</li>
						))}
					</ul>
				</details>
			)}
		</nav>
	);
}

/** Its anchors are those of the groups' pages: a link with one may name this page alone. */
function Overview({ info, groups }: Pick<Description, 'info'> & { groups: readonly Group[] }) {
	const title = `The API of Link Broker ${info.version}`;
	const addressOf = useContext(AnchorAddress);
	useHead({ title: 'API', description: title, canonical: groupPath() });
	return (
		<>
			<h1>{title}</h1>
			<p>{info.description}</p>
			<p>
				Every error is a problem (RFC 9457); its <code>type</code> links to an explanation. The OpenAPI description is
				at{' '}
				<a href={sitePath('/api/openapi.json')}>
					<code>/api/openapi.json</code>
				</a>
				.
			</p>
			<p>
				The examples query this broker. They return results once the links of corner.py are loaded:{' '}
				<code>link-broker events load examples/cornerpy-*.json</code>.
			</p>
			{groups.map(({ name, title, description, operations, schemas }) => (
				<section key={name} aria-labelledby={name}>
					<h2 id={name}>
						<a href={groupPath(name)}>{title}</a>
					</h2>
					<p>{description}</p>
					<ul>
						{operations.map(({ operationId, method, path, summary }) => (
							<li key={operationId}>
								<a id={operationId} href={addressOf(operationId)}>
									<code>
										{method} {path}
									</code>
								</a>{' '}
								<span class="quiet">{summary}</span>
							</li>
						))}
					</ul>
					{schemas.length > 0 && (
						<ul class="schemas" aria-label={`Schemas: ${title}`}>
							{schemas.map(([schema]) => (
								<li key={schema}>
									<a id={schemaAnchor(schema)} href={addressOf(schemaAnchor(schema))}>
										<code>{schema}</code>
									</a>
								</li>
							))}
						</ul>
					)}
				</section>
			))}
		</>
	);
}

function GroupContent({ group, address }: { group: Group; address: string }) {
	const { name, title, description, operations, schemas } = group;
	useHead({ title: `${title}: API`, description, canonical: groupPath(name) });
	return (
		<>
			<h1>{title}</h1>
			<p>{description}</p>
			{operations.map((operation) => (
				<OperationSection key={operation.operationId} operation={operation} address={address} />
			))}
			{schemas.map(([schema, shape]) => (
				<SchemaSection key={schema} name={schema} schema={shape} />
			))}
		</>
	);
}
