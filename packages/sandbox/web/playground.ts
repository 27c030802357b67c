import { PlaygroundPage } from '@claimcheck/local-discord/web/playground-page.js';
import { html } from 'lit';
import type { GuideState } from '../src/playground/guide/guide-state.js';
import { panels } from './panels.js';
import './tasks/page-tasks.js';
import { StoryFollower } from './tasks/story-follower.js';

// The playground's page: the local Discord's own, plus the world of a support server and tasks to do there.

const page = document.querySelector('playground-page');
if (page instanceof PlaygroundPage) {
	page.panels = panels;
	page.lead =
		'A Discord bot that turns a purchase code into a buyer role. Everything here is real but Discord and the shop.';
	page.guide = (store, connection) =>
		html`<page-tasks .connection=${connection} .page=${page} .state=${store.parts['tasks']}></page-tasks>`;
	page.startsFolded = ({ parts }) =>
		(parts['tasks'] as GuideState | undefined)?.stories.every(({ done }) => done === undefined) ?? false;
	page.follow = new StoryFollower(page).follow;
}
