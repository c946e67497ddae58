// Example requests for the reference, on the real links of corner.py.

/** A public request: `path` is relative to the root of the API, without a leading slash. */
export type Example = { title: string; path: string; accept?: string };

/** A command for a shell; `{root}` is replaced by the address of the broker. */
export type Command = { title: string; command: string };

const paper = 'id=10.21105/joss.00024&scheme=doi';
const family = `${paper}&relation=isCitedBy&group_by=version`;

/** Lists the example requests of each operation. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
	searchRelationships: [
		{ title: 'Who cites corner.py, in any of its versions?', path: `api/relationships?${family}&size=3` },
		{ title: 'Who cites the paper itself?', path: `api/relationships?${paper}&relation=isCitedBy&size=3` },
		{
			title: 'Links as Scholix JSON, with counts by type and year',
			path: `api/relationships?${family}&size=3`,
			accept: 'application/json',
		},
		{
			title: 'Only links of 2016, oldest first',
			path: `api/relationships?${family}&from=2016-01-01&to=2016-12-31&sort=-mostrecent&size=3`,
		},
		{
			title: 'Only links from the Astrophysics Data System',
			path: `api/relationships?${family}&q=provider:astrophysics&size=3`,
		},
		{ title: 'The full result as a table', path: `api/relationships?${family}&format=csv` },
		{ title: 'The full result as references for LaTeX', path: `api/relationships?${family}&format=bibtex` },
		{ title: 'What is wrong with this request?', path: `api/relationships?${paper}&relation=cited&size=0` },
	],
	drawBadge: [
		{
			title: 'How many works cite corner.py?',
			path: 'badges/doi/10.21105/joss.00024.svg?relation=isCitedBy&group_by=version',
		},
	],
	showBox: [{ title: 'The box about corner.py, for other pages', path: 'embed/doi/10.21105/joss.00024' }],
	getBadge: [
		{
			title: 'The same for shields.io',
			path: 'badges/doi/10.21105/joss.00024.json?relation=isCitedBy&group_by=version',
		},
	],
	describeInterface: [{ title: 'The OpenAPI description', path: 'api/openapi.json' }],
	isReady: [{ title: 'Is the broker ready?', path: 'api/health/ready' }],
};

/** Lists the example commands of each operation. */
export const commands: Readonly<Record<string, readonly Command[]>> = {
	submitEvent: [
		{
			title: 'Submit the links of an example file',
			command:
				"curl -X POST '{root}/api/events' \\\n  -H \"Authorization: Bearer $TOKEN\" \\\n  -H 'Content-Type: application/x-scholix-v3+json' \\\n  --data-binary @examples/cornerpy-1.json",
		},
	],
	showEvent: [
		{
			title: 'Check the state of an event',
			command: 'curl -H "Authorization: Bearer $TOKEN" \'{root}/api/events/0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51\'',
		},
	],
	listEvents: [
		{
			title: 'List the events that failed',
			command: 'curl -H "Authorization: Bearer $TOKEN" \'{root}/api/events?state=Error\'',
		},
	],
	listLoads: [
		{
			title: 'List the files that were loaded',
			command: 'curl -H "Authorization: Bearer $TOKEN" \'{root}/api/loads?kind=files\'',
		},
	],
	rerunEvent: [
		{
			title: 'Process an event again',
			command:
				'curl -X POST -H "Authorization: Bearer $TOKEN" \\\n  \'{root}/api/events/0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51/rerun\'',
		},
	],
	getMetrics: [
		{
			title: 'Get the metrics with the METRICS_TOKEN',
			command: 'curl -H "Authorization: Bearer $METRICS_TOKEN" \'{root}/api/metrics\'',
		},
	],
	signIn: [
		{
			title: 'Sign in and store the cookie in a file',
			command:
				'curl -X POST \'{root}/api/session\' -c cookies.txt \\\n  -H \'Content-Type: application/json\' \\\n  -d \'{"email": "curator@example.org", "password": "…"}\'',
		},
	],
	createToken: [
		{
			title: 'Create a token, with the csrf_token of the sign-in response',
			command:
				'curl -X POST \'{root}/api/tokens\' -b cookies.txt \\\n  -H "X-CSRF-Token: $CSRF_TOKEN" -H \'Content-Type: application/json\' \\\n  -d \'{"name": "nightly feed", "expires": null}\'',
		},
	],
};
