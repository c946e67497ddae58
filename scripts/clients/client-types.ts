// The files of types that the clients have, and what they are made of: the
// description of the interface, and which of its operations they use.
import { openTestApp } from '../../src/http/server/app.fixture.ts';
import { declarationsOf, namesUsed, type OpenApiDocument } from './declarations.ts';
import { pythonTypes } from './python-types.ts';
import { typescriptTypes } from './typescript-types.ts';

const operations = [
	...['searchRelationships', 'describeObject', 'describeObjectByNumber', 'lookUpObjects', 'explainWhy'],
	...['reportWorks', 'getSources'],
	...['readChanges', 'submitEvent', 'listEvents', 'showEvent', 'listEventLinks', 'rerunEvent'],
	...['listLoads', 'showLoad', 'withdrawLoad', 'previewLoadWithdrawal', 'restoreLoad', 'rerunLoad'],
	...['previewWithdrawal', 'withdrawEvent', 'restoreEvent'],
	...['createSubscription', 'listSubscriptions', 'showSubscription', 'changeSubscription', 'deleteSubscription'],
	...['testSubscription', 'rotateSecret', 'listDeliveries', 'resendMessage'],
];

/** What operators ask besides, of which the TypeScript client has a class; Python's asks none of it. */
const operatorOperations = [
	...['showSession', 'listTokens', 'createToken', 'listUsers', 'listRoles', 'inviteUser', 'showInvitation'],
	...[
		'getStatus',
		'listDumps',
		'listHarvests',
		'listHarvestServices',
		'createHarvest',
		'changeHarvest',
		'orderHarvest',
	],
	...['listAudit', 'listNotifications', 'showNotification'],
];

/** Writes the types of each client; the files are named from the root of the repository. */
export async function clientTypes(): Promise<ReadonlyMap<string, string>> {
	const { app, close } = await openTestApp();
	const document = (await (await app.request('/api/openapi.json')).json()) as OpenApiDocument;
	await close();
	const declarations = declarationsOf(document, operations);
	const names = new Set(declarations.map(({ name }) => name));
	const ofOperators = declarationsOf(document, operatorOperations).filter(
		({ name, is }) => is !== 'parameters' && !name.endsWith('Parameter') && !names.has(name),
	);
	const shared = [...namesUsed(ofOperators)].filter((name) => names.has(name)).sort();
	return new Map([
		['clients/typescript/src/schemas.ts', typescriptTypes(declarations)],
		['clients/typescript/src/operator-schemas.ts', typescriptTypes(ofOperators, shared)],
		['clients/python/src/link_broker/schemas.py', pythonTypes(declarations)],
	]);
}
