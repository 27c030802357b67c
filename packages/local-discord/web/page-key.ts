const stored = 'page-key';

/** The page's key: from the fragment of the address, or the initial one after a link within the page. */
export function pageKey(): string | undefined {
	const given = fragment().get('key');
	if (given === null) return sessionStorage.getItem(stored) ?? undefined;
	sessionStorage.setItem(stored, given);
	return given;
}

/** The fragment without the key, such as `story=friend`. */
function fragment(): URLSearchParams {
	return new URLSearchParams(location.hash.slice(1));
}
