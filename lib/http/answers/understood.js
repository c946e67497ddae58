// The headers that tell how a question was understood; knows no form of an answer.
                                                                                         
                                          

/** Bounds the header: proxies take all headers together up to 4 KiB, if nobody says otherwise. */
const longestHeader = 2_048;

/**
 * Writes `X-Understood-As: doi:10.1000/182` and `X-Known: true`. What may not stand in a header,
 * and a percent sign, is percent-encoded; so is a colon of the scheme's name, so that the first
 * colon ends it. An identifier too long for a header, by the limits of clients and proxies for all
 * of them, is told in the body alone.
 */
export function understoodHeaders({ asked, source }                                              )                    {
	const scheme = headerText(asked.scheme).replaceAll(':', '%3A');
	const understood = `${scheme}:${headerText(asked.value)}`;
	return {
		...(understood.length <= longestHeader && { 'X-Understood-As': understood }),
		'X-Known': String(source !== undefined),
	};
}

function headerText(text        )         {
	return text.toWellFormed().replaceAll(/[^!-$&-~]+/g, encodeURIComponent);
}
