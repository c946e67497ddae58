import java.nio.file.Path;
import java.util.stream.Stream;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.transport.TransportAddress;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.Node;
import org.opensearch.transport.TransportService;

/**
 * Runs OpenSearch in this JVM until it is told to terminate, and says on which port it answers; it knows nothing of what
 * is kept in it.
 *
 * Usage: OpenSearchNode FOLDER [--nodes N]. The folder takes data and configuration and is left behind. Prints
 * "http 127.0.0.1:PORT" for each node, once all of them form a cluster.
 */
public final class OpenSearchNode {
	private static final String CLUSTER_MANAGER = "Node 1";

	public static void main(String[] arguments) throws Exception {
		Path folder = Path.of(arguments[0]);
		int nodes = arguments.length == 3 && arguments[1].equals("--nodes") ? Integer.parseInt(arguments[2]) : 1;

		OpenSearchRunner runner = new OpenSearchRunner();
		Runtime.getRuntime().addShutdownHook(new Thread(() -> close(runner)));
		runner.onBuild((number, settings) -> configure(runner, number, nodes, settings));
		runner.build(OpenSearchRunner.newConfigs().basePath(folder.toString()).numOfNode(nodes).disableESLogger());
		if (nodes > 1) runner.ensureGreen();

		for (int index = 0; index < nodes; index++) {
			TransportAddress address = service(runner.getNode(index), HttpServerTransport.class).boundAddress().publishAddress();
			System.out.println("http " + address.getAddress() + ":" + address.getPort());
		}
		// The threads of a node do not keep a JVM alive.
		Thread.currentThread().join();
	}

	private static void configure(OpenSearchRunner runner, int number, int nodes, Settings.Builder settings) {
		// Port 0 lets the system choose one, so that several of these can run side by side.
		settings.put("network.host", "127.0.0.1").put("http.port", "0").put("transport.port", "0");
		// A developer's disk is often nearly full: OpenSearch would then refuse writes.
		settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
		if (nodes == 1) {
			settings.put("discovery.type", "single-node");
		} else if (number == 1) {
			settings.putList("discovery.seed_hosts").put("cluster.initial_cluster_manager_nodes", CLUSTER_MANAGER);
		} else {
			TransportAddress first = service(runner.getNode(0), TransportService.class).boundAddress().publishAddress();
			settings.put("discovery.seed_hosts", first.getAddress() + ":" + first.getPort());
		}
	}

	private static <T> T service(Node node, Class<T> type) {
		return node.injector().getInstance(type);
	}

	private static void close(OpenSearchRunner runner) {
		try {
			runner.close();
		} catch (Exception failure) {
			System.err.println(failure);
		}
	}
}
