// The command that examines what is stored; knows nothing of how that is done.
                                         
                                                               
import {             faultTitles } from '../../broker/doctor/findings.js';
import {                     answeringInBackground, answersJson,                     } from '../context.js';
import { printable } from '../terminal/text-width.js';
import { withProgress } from '../with-progress.js';
import { count, duration, number } from '../wording.js';

/** Adds `doctor`. */
export function addDoctorCommand(program         , context                )       {
	const command = program
		.command('doctor')
		.summary('examine whether all that is stored agrees with itself')
		.description(
			'Examines whether all that is stored agrees with itself: what counts, groups and descriptions, events, the log ' +
				'of changes, and the search index. Tells each kind of fault with the first few examples. The exit status is 1 ' +
				'where there are any. Servers and workers may go on meanwhile.',
		)
		.option(
			'--repair',
			'mend what follows from the links received, and rebuild the index; what came with noindex is found then',
		)
		.action(
			answeringInBackground(context, 'records', async ({ broker }, options                                   ) => {
				const diagnosis = await withProgress(context, 'Examining', (onProgress) =>
					broker.doctor(context.by, { repair: options.repair ?? false, onProgress }),
				);
				if (diagnosis.faults.length > 0) context.markFailed();
				return { document: documentOf(diagnosis), text: textOf(diagnosis, options.repair ?? false) };
			}),
		);
	answersJson(command, 'link-broker doctor', 'link-broker doctor --repair');
}

                                             

function documentOf({ identifiers, identityGroups, versionGroups, events, faults, mended, ...rest }       ) {
	const described = ({ kind, ...fault }       ) => ({ kind, title: faultTitles[kind], ...fault });
	return {
		sound: faults.length === 0,
		identifiers,
		identity_groups: identityGroups,
		version_groups: versionGroups,
		events,
		faults: faults.map(described),
		mended: mended?.map(described) ?? null,
		index_left_out: rest.indexLeftOut,
		seconds: rest.seconds,
	};
}

function textOf(diagnosis       , repair         )         {
	const { identifiers, identityGroups, versionGroups, events, faults, mended, indexLeftOut, seconds } = diagnosis;
	const looked =
		`${count(events, 'event')}, ${count(identifiers, 'identifier')} in ${count(identityGroups, 'identity group')} and ` +
		`${count(versionGroups, 'version group')}; ${duration(seconds)}`;
	const verdict =
		faults.length === 0
			? mended === null
				? 'Nothing is wrong.'
				: 'Mended; nothing is wrong any more.'
			: mended === null
				? 'Some of it is wrong:'
				: 'Mended, but some of it is still wrong:';
	const advice =
		faults.length > 0 && !repair ? ['', 'link-broker doctor --repair mends what follows from the links.'] : [];
	return [
		looked,
		...(indexLeftOut === null ? [] : [`The search index was left out: ${indexLeftOut}`]),
		...(mended === null ? [] : ['', 'It was wrong before:', ...mended.flatMap(linesOf)]),
		'',
		verdict,
		...faults.flatMap(linesOf),
		...advice,
	].join('\n');
}

function linesOf({ kind, count: found, examples }       )           {
	const more = found > examples.length ? [`    and ${number(found - examples.length)} more`] : [];
	return [`  ${faultTitles[kind]}: ${number(found)}`, ...examples.map((words) => `    ${printable(words)}`), ...more];
}
