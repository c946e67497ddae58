// Tells the page around the box how high the box is.
new ResizeObserver(() => {
	parent.postMessage({ linkBrokerBox: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*');
}).observe(document.documentElement);
