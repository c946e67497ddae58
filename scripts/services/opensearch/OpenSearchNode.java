import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.common.settings.Settings;

/**
 * Runs one node of OpenSearch in this JVM until it is asked to terminate.
 *
 * Usage: OpenSearchNode FOLDER NUMBER HTTP:TRANSPORT... The folder takes data and configuration, is left behind, and can
 * be used again. There is a pair of ports of 127.0.0.1 for each node of the cluster; NUMBER, from 1, says which is this.
 */
public final class OpenSearchNode {
	public static void main(String[] arguments) throws Exception {
		Path folder = Path.of(arguments[0]);
		int number = Integer.parseInt(arguments[1]);
		List<String[]> ports = Arrays.stream(arguments).skip(2).map(pair -> pair.split(":")).toList();

		OpenSearchRunner runner = new OpenSearchRunner();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> close(runner)));
		runner.onBuild((unused, settings) -> {
			configure(settings, number, ports);
			settings.put("path.repo", folder.resolve("snapshots").toString());
		});
		runner.build(OpenSearchRunner.newConfigs().basePath(folder.toString()).numOfNode(1).disableESLogger());
		// The threads of a node do not keep a JVM alive.
		Thread.currentThread().join();
	}

	private static void configure(Settings.Builder settings, int number, List<String[]> ports) {
		String[] own = ports.get(number - 1);
		settings.put("node.name", name(number)).put("network.host", "127.0.0.1");
		settings.put("http.port", own[0]).put("transport.port", own[1]);
		// A developer's disk is often nearly full: OpenSearch would then refuse writes.
		settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
		if (ports.size() == 1) {
			settings.put("discovery.type", "single-node");
		} else {
			settings.putList("discovery.seed_hosts", ports.stream().map(pair -> "127.0.0.1:" + pair[1]).toList());
			settings.putList(
				"cluster.initial_cluster_manager_nodes", IntStream.rangeClosed(1, ports.size()).mapToObj(OpenSearchNode::name).toList());
		}
	}

	private static String name(int number) {
		return "Node " + number;
	}

	private static void close(OpenSearchRunner runner) {
		try {
			runner.close();
		} catch (Exception failure) {
			System.err.println(failure);
		}
	}
}
