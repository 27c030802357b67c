import type { ReplayPace } from '../../src/playground/guide/guide-state.js';

export interface WantedStory {
	readonly id: string;
	readonly pace: ReplayPace;
}

/**
 * The story that the address's fragment names, as in `#story=friend` or `#key=…&story=friend&pace=fast`, once: it is
 * taken out, so that loading the page anew doesn't begin it again. The key stays.
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

/** The address that plays a story, for a browser of this machine: it holds the page's key. */
export function linkOf(id: string, key: string | undefined): string {
	const fragment = new URLSearchParams({ ...(key !== undefined && { key }), story: id });
	return `${location.origin}/#${fragment}`;
}
