// Leads from the overview of the reference to the page of the operation or schema in the address.

const link = document.getElementById(location.hash.slice(1));
if (link instanceof HTMLAnchorElement) location.replace(link.href);
