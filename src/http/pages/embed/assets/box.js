// Reports the height of the box to the page around it.
new ResizeObserver(() => {
	parent.postMessage({ linkBrokerBox: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*');
}).observe(document.documentElement);
