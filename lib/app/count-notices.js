// Counts in the metrics what the background threads tell of their work. It knows no thread.
                                                             
                                           

/** Creates what counts a notice. */
export function countNotices(metrics                                                                  )         {
	return (told) => {
		if (told.notice === 'applied') metrics.eventApplied(told.links);
		else if (told.notice === 'failed') metrics.eventFailed();
		else if (told.notice === 'updated') metrics.changesIndexed(told.entries);
	};
}
