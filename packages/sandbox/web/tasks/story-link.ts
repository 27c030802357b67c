import type { ReplayPace } from '../../src/playground/guide/guide-state.js';

export interface WantedStory {
	readonly id: string;
	readonly pace: ReplayPace;
}

/**
 * The story in the address's fragment, as in `#story=friend` or `#key=…&story=friend&pace=fast`, only once: it is
 * removed, so that reloading the page doesn't start it again. The key stays.
 */
export function takeWantedStory(): WantedStory | undefined {
	const said = new URLSearchParams(location.hash.slice(1));
	const id = said.get('story');
	if (id === null) return undefined;
	const pace = said.get('pace') === 'fast' ? 'fast' : 'reading';
	said.delete('story');
	said.delete('pace');
	history.replaceState(history.state, '', `${location.pathname}#${said}`);
	return { id, pace };
}

/** The address that plays a story, for a browser on this machine, since it contains the page's key. */
export function linkOf(id: string, key: string | undefined): string {
	const fragment = new URLSearchParams({ ...(key !== undefined && { key }), story: id });
	return `${location.origin}/#${fragment}`;
}
