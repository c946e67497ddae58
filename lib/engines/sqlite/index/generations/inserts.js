// Inserts many rows at once where nothing has to be compared; knows no table.
                                                                     

/** Takes rows of one table. */
                       
	                                 
	                                     
	              
  

// Twenty rows a statement take half the time of one row a statement.
const rowsTogether = 20;

/** Prepares inserts of whole rows of so many columns. */
export function prepareInserts(connection            , table        , columns        )          {
	const places = `(${Array(columns).fill('?').join(', ')})`;
	const insert = (rows        )            =>
		connection.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(places).join(', ')}`);
	const many = insert(rowsTogether);
	const single = insert(1);
	let gathered          = [];
	return {
		put(row) {
			gathered.push(...row);
			if (gathered.length < rowsTogether * columns) return;
			many.run(...gathered);
			gathered = [];
		},
		flush() {
			for (let at = 0; at < gathered.length; at += columns) single.run(...gathered.slice(at, at + columns));
			gathered = [];
		},
	};
}
