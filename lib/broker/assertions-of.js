// Writes what a batch asserts in the records' terms. It knows no engine.
                                                  
                                                               
                                                               
import { spellProviders } from './applying/intern-batch.js';

/** Lists what an event asserts; `ids` has the identifiers of its batch by position. */
export async function assertionsOf(
	transaction                                                            ,
	event    ,
	batch           ,
	ids               ,
)                       {
	const provenances = await transaction.internProvenances(await spellProviders(transaction, batch));
	const idAt = (position        ) => ids[position]      ;
	return batch.assertions.map(
		([source, relation, target, provenance, record])            => [
			idAt(source),
			relation,
			idAt(target),
			provenances[provenance]      ,
			event,
			idAt(record),
		],
	);
}
