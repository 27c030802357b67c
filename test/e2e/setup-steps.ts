/**
 * Counts the steps from the code on one's machine to the first verified buyer. A key: one press; something pasted is
 * one (Ctrl+V), a name that is made up is one for each letter. A click: one press of the mouse, scrolling is none.
 * docs/walkthrough.md shows the sums; `init-terminal.test.ts` presses the keys of `npm run init`.
 */
export interface Step {
	readonly what: string;
	readonly keys: number;
	readonly clicks: number;
}

const typed = (line: string): number => line.length + 1;

/** Discord's pages in a browser: the same in both ways, but for what is marked. */
const application: readonly Step[] = [
	{
		what: 'Developer Portal: New Application, a name, the terms, Create',
		keys: 'Claimcheck'.length,
		clicks: 3,
	},
	{ what: 'Bot → Public Bot off, Save Changes', keys: 0, clicks: 3 },
	{ what: 'Reset Token, Yes, Copy', keys: 0, clicks: 3 },
];
const invitation: readonly Step[] = [
	{ what: 'The invite: choose the server, Continue, Authorize', keys: 0, clicks: 4 },
];
const shop: readonly Step[] = [
	{ what: 'The shop: workspace settings, copy the API key', keys: 0, clicks: 3 },
];

/** In Discord, after the bot has started: the guided page. */
const inDiscord: readonly Step[] = [
	{ what: '/setup server', keys: typed('/setup server'), clicks: 0 },
	{ what: 'Buyer role, made by the bot; audit channel', keys: 0, clicks: 5 },
	{ what: 'Post the panel in #verify', keys: 0, clicks: 3 },
	{ what: 'A buyer: Verify purchase, paste the code, Submit', keys: 1, clicks: 2 },
];

/** `npm run init` itself, as its test presses the keys. */
export const initKeys = 10;

export const byInit: readonly Step[] = [
	...application,
	...shop,
	{ what: 'npm ci', keys: typed('npm ci'), clicks: 0 },
	{ what: 'npm run init', keys: typed('npm run init'), clicks: 0 },
	{
		what: 'Five answers, of which three are pasted, the invite opened, and Start now',
		keys: initKeys,
		clicks: 0,
	},
	...invitation,
	...inDiscord,
];

export const byHand: readonly Step[] = [
	...application,
	...shop,
	{ what: 'General Information: copy the Application ID', keys: 0, clicks: 2 },
	{ what: 'The invite of the README: copy, paste, put the ID in its place', keys: 3, clicks: 3 },
	...invitation,
	{ what: 'npm ci', keys: typed('npm ci'), clicks: 0 },
	{
		what: '.env.example: copy, paste, rename to .env, open in an editor',
		keys: typed('.env') + 3,
		clicks: 3,
	},
	{
		what: 'A secret: run the command of docs/hosting.md, copy what it prints',
		keys: 2 + 1,
		clicks: 2,
	},
	{ what: 'Four values: click into the line, paste; save', keys: 4 + 1, clicks: 4 },
	{ what: 'npm run register', keys: typed('npm run register'), clicks: 0 },
	{ what: 'npm start', keys: typed('npm start'), clicks: 0 },
	...inDiscord,
];

export function sumOf(steps: readonly Step[]): {
	readonly steps: number;
	readonly keys: number;
	readonly clicks: number;
} {
	return {
		steps: steps.length,
		keys: steps.reduce((sum, { keys }) => sum + keys, 0),
		clicks: steps.reduce((sum, { clicks }) => sum + clicks, 0),
	};
}
