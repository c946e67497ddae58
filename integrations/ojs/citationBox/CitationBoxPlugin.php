<?php
// Shows the box of a link broker in the details of each article that has a DOI (OJS 3.4 and 3.5).

namespace APP\plugins\generic\citationBox;

use PKP\plugins\GenericPlugin;
use PKP\plugins\Hook;

class CitationBoxPlugin extends GenericPlugin
{
	/** The address of the broker. Write your own here. */
	private const BROKER = 'https://links.example.org';

	public function register($category, $path, $mainContextId = null)
	{
		$registered = parent::register($category, $path, $mainContextId);
		if ($registered && $this->getEnabled($mainContextId)) {
			Hook::add('Templates::Article::Details', $this->addBox(...));
		}
		return $registered;
	}

	/** Adds the box to the details; `$args` holds the template and, as its third, the output. */
	public function addBox(string $hookName, array $args): bool
	{
		$doi = $args[1]->getTemplateVars('publication')?->getStoredPubId('doi');
		if ($doi) {
			$args[2] .= sprintf(
				'<div class="item citation_box"><script src="%s/embed.js" data-id="%s" async></script></div>',
				self::BROKER,
				htmlspecialchars($doi)
			);
		}
		return false;
	}

	public function getDisplayName()
	{
		return 'Citation box';
	}

	public function getDescription()
	{
		return 'Shows the works that cite an article on its page.';
	}
}
