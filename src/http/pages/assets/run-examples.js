// Runs the examples of the reference in place and shows their responses.

const mostCharacters = 20_000;

for (const command of document.querySelectorAll('.command'))
	command.textContent = command.textContent.replaceAll(command.dataset.root, location.origin);

for (const example of document.querySelectorAll('.example')) {
	const link = example.querySelector('a');
	const button = document.createElement('button');
	button.type = 'button';
	button.textContent = 'Run';
	button.setAttribute('aria-label', `Run: ${link.textContent}`);
	const answer = document.createElement('div');
	answer.setAttribute('role', 'status');
	button.addEventListener('click', async () => {
		button.disabled = true;
		const elements = await run(link.href, example.dataset.accept);
		answer.replaceChildren();
		for (const element of elements) answer.append(element);
		button.disabled = false;
	});
	example.append(button);
	example.after(answer);
}

/** Sends a request and creates the elements that show the response. */
async function run(address, accept) {
	const began = performance.now();
	try {
		const response = await fetch(address, { headers: accept ? { Accept: accept } : {} });
		const body = await response.text();
		const milliseconds = Math.round(performance.now() - began);
		const total = response.headers.get('X-Total-Count');
		const type = response.headers.get('Content-Type') ?? '';
		const facts = [`${response.status} ${response.statusText}`, type, `${milliseconds} ms`];
		if (total !== null) facts.push(`${total} in total`);
		const shown = type.startsWith('image/') ? picture(body, type) : text(body, type);
		return [paragraph(facts.join(' · ')), shown];
	} catch {
		return [paragraph('The broker cannot be reached.')];
	}
}

function text(body, type) {
	const pre = document.createElement('pre');
	pre.tabIndex = 0;
	const written = type.includes('json') && !type.includes('ndjson') ? indented(body) : body;
	const rest = written.length - mostCharacters;
	pre.textContent = rest > 0 ? `${written.slice(0, mostCharacters)}\n… and ${rest} more characters` : written;
	return pre;
}

function indented(body) {
	try {
		return JSON.stringify(JSON.parse(body), undefined, 2);
	} catch {
		return body;
	}
}

function picture(body, type) {
	const image = document.createElement('img');
	image.src = URL.createObjectURL(new Blob([body], { type }));
	image.alt = new DOMParser().parseFromString(body, 'image/svg+xml').documentElement.getAttribute('aria-label') ?? '';
	return image;
}

function paragraph(written) {
	const element = document.createElement('p');
	element.className = 'quiet';
	element.textContent = written;
	return element;
}
