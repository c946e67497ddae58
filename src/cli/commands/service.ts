// The commands that run the broker and prepare its database: serve, worker, migrate.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AnswerOptions, answersJson, type CommandContext, printAnswer, withExamples } from '../context.ts';
import { count } from '../wording.ts';

/** Adds `serve`, `worker` and `migrate`. */
export function addServiceCommands(program: Command, context: CommandContext): void {
	withExamples(
		program
			.command('serve')
			.summary('serve over HTTP and process events')
			.description('Serves the broker over HTTP, and processes events in the background, until it is stopped.')
			.addOption(
				new Option('--processes <number>', `the number of processes that share the port, up to ${mostProcesses}`)
					.default(1)
					.argParser(readProcesses),
			)
			.action(({ processes }: { processes: number }) => context.composition.serve(context.settings(), processes)),
		'link-broker serve',
		'link-broker serve --processes 4',
		'PORT=8080 PUBLIC_URL=https://links.example.org link-broker serve',
	);
	withExamples(
		program
			.command('worker')
			.summary('process events without serving')
			.description(
				'Processes events without serving, until it is stopped. On PostgreSQL, any number of workers may run. With ' +
					'METRICS_PORT, a worker serves its health and metrics over HTTP.',
			)
			.action(() => context.composition.work(context.settings())),
		'DATABASE_URL=postgres://broker@db.example.org/links link-broker worker',
	);
	const migrate = program
		.command('migrate')
		.summary('migrate the database')
		.description('Migrates the database to the schema of this program.')
		.action(async (options: AnswerOptions) => {
			const { applied } = await context.composition.migrate(context.settings());
			const text =
				applied.length === 0
					? 'The database is up to date.'
					: `Applied ${count(applied.length, 'migration')}: ${applied.join(', ')}`;
			printAnswer(context, options, { document: { applied }, text });
		});
	answersJson(migrate, 'link-broker migrate');
}

const mostProcesses = 64;

function readProcesses(text: string): number {
	const processes = Number(text);
	if (/^\d+$/.test(text) && processes >= 1 && processes <= mostProcesses) return processes;
	throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostProcesses}.`);
}
