// Asks the cluster how it is: copies of the broker's indexes, and disks of the nodes.
                                                                               
                                            

                                                                                     
                                                                  

/** Tells how the cluster is, as far as it concerns the indexes with this prefix. */
export async function tellCondition(cluster         , prefix        )                          {
	const [health, allocation] = await Promise.all([
		cluster.send               ({ method: 'GET', path: `/_cluster/health/${encodeURIComponent(`${prefix}-*`)}` }),
		cluster.send              ({ method: 'GET', path: '/_cat/allocation?format=json&h=node,disk.percent' }),
	]);
	return {
		copies: health.body.status,
		missingShards: health.body.unassigned_shards,
		// What no node has is listed under no disk.
		disks: allocation.body.flatMap(({ node, 'disk.percent': percent }) =>
			percent === null ? [] : [{ node, used: Number(percent) / 100 }],
		),
	};
}
