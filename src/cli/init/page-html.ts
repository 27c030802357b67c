import { inviteUrl } from '../../base/addresses.js';
import { newApplication, type Setup, type StepName, steps } from './steps.js';

// The page of the first start: plain HTML, drawn anew for each request. Everything that others have written is escaped.

export type Stage =
	| { readonly kind: 'asking' | 'starting' | 'ready' }
	| { readonly kind: 'failed'; readonly why: string };

export interface Problem {
	readonly text: string;
	/** The refused answer, unless it is or may be a secret. */
	readonly typed?: string | undefined;
}

export interface Drawn {
	readonly setup: Setup;
	readonly stage: Stage;
	readonly problem: Problem | undefined;
	/** Changes with what the page shows without a press. */
	readonly state: string;
	readonly nonce: string;
	/** To other machines: the connection isn't encrypted. */
	readonly isOpen: boolean;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Opens beside the page, and learns nothing of it. */
const link = (to: string, text: string, kind = ''): string =>
	`<a href="${escaped(to)}" target="_blank" rel="noopener noreferrer"${kind && ` class="${kind}"`}>${escaped(text)}</a>`;

const button = (text: string, rest = ''): string => `<button ${rest}>${escaped(text)}</button>`;

const portal = 'https://discord.com/developers/applications';
const numbered = 6;

export function draw(drawn: Drawn): string {
	const { stage, state, nonce, isOpen } = drawn;
	const { title, body, isMoving } = stage.kind === 'asking' ? asking(drawn) : ending(drawn, stage);
	const watch = `const was=${JSON.stringify(state)};setInterval(async()=>{try{const r=await fetch(location.pathname.replace(/\\/$/,'')+'/state');if(r.ok&&await r.text()!==was)location.reload()}catch{}},2000)`;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Claimcheck</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p class="brand">Claimcheck</p>
${body}
${isOpen ? '<p class="note">This connection isn’t encrypted. Use this page in your own network only.</p>' : ''}
</main>
${isMoving ? `<script nonce="${nonce}">${watch.replaceAll('<', '\\u003c')}</script>` : ''}
</body>
</html>
`;
}

/** `isMoving`: the page changes without a press. */
function asking({ setup, problem }: Drawn) {
	const { next } = setup;
	const at = next === undefined ? numbered : Math.min(steps.indexOf(next) + 1, numbered);
	const title = next?.title ?? 'Save and start';
	const view =
		next === undefined
			? form('finish', button('Save and start', 'autofocus'), problem)
			: views[next.name](setup, problem);
	return {
		title,
		isMoving: next?.name === 'server',
		body: `<p class="step">Step ${at} of ${numbered}</p>
<progress max="${numbered}" value="${at}" aria-label="Progress"></progress>
<h1>${escaped(title)}</h1>
${view}
${done(setup)}`,
	};
}

/** The answered steps, with what each check found. `isOver`: they can't be changed any more. */
function done(setup: Setup, isOver = false): string {
	const lines = steps.flatMap(({ name, title }) => {
		const found = setup.found.get(name);
		if (found === undefined) return [];
		const picture = found.picture
			? `<img src="${escaped(found.picture)}" alt="" width="40" height="40">`
			: '<span class="tick" aria-hidden="true">✓</span>';
		const change = `<form method="post"><input type="hidden" name="change" value="${name}">${button('Change', `class="quiet" aria-label="Change: ${escaped(title)}"`)}</form>`;
		return `<li>${picture}<div><strong>${escaped(title)}</strong><span>${escaped(found.ok)}</span></div>${isOver ? '' : change}</li>`;
	});
	return lines.length === 0 ? '' : `<h2>Done</h2>\n<ul class="done">${lines.join('\n')}</ul>`;
}

/** The reason of a refusal stands above its field. */
function form(step: StepName | 'finish', inner: string, problem?: Problem): string {
	const text = problem?.text ?? '';
	const said = `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
	return `${problem ? `<p class="problem" id="problem" role="alert">${escaped(said)}</p>` : ''}
<form method="post"><input type="hidden" name="step" value="${step}">
${inner}</form>`;
}

/** `rest`: attributes. */
function field(label: string, rest: string, problem?: Problem): string {
	const wrong = problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
	return `<label for="answer">${label}</label>
<input id="answer" name="answer" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="2000" required ${rest}${wrong}>`;
}

function secretForm(step: StepName, label: string, problem?: Problem): string {
	return form(step, `${field(label, 'type="password" autofocus', problem)}\n${button('Check')}`, problem);
}

const views: Readonly<Record<StepName, (setup: Setup, problem?: Problem) => string>> = {
	token: (_, problem) => `<ol>
<li>Discord calls a bot an application. ${link(newApplication, 'Make a new one')}, or open ${link(portal, 'one that you have')}.</li>
<li>Open its page <b>Bot</b>, press <b>Reset Token</b>, and copy the token.</li>
<li>Paste it here.</li>
</ol>
${secretForm('token', 'Bot token', problem)}`,
	members: (_, problem) =>
		`<p>Members who leave your server and come back get their roles right away if your bot may see who joins. Discord calls that <b>Server Members Intent</b>. I can turn it on for you.</p>
${form('members', `<div class="row">${button('Turn it on', 'name="answer" value="y" autofocus')}${button('Not now', 'name="answer" value="n" class="second"')}</div>`, problem)}`,
	server({ bot, servers }, problem) {
		const id = bot?.application.id ?? '';
		const isPublic = `<p class="note">Others can add your bot as well: <b>Public Bot</b> is on. You can turn it off on ${link(`${portal}/${id}/bot`, 'its page Bot')}, once <b>Install Link</b> is <b>None</b> on ${link(`${portal}/${id}/installation`, 'its page Installation')}.</p>`;
		if (servers.length === 0) {
			return `<p>${link(inviteUrl(id), 'Add the bot to your server', 'button')}</p>
<p role="status">Waiting until the bot is in a server. This page goes on by itself.</p>
${form('server', button('Check again', 'class="second"'), problem)}
${bot?.application.bot_public ? isPublic : ''}`;
		}
		const choices = servers.map(
			({ id: server, name, isOwn }) =>
				`<label class="choice"><input type="checkbox" name="answer" value="${escaped(server)}"> <span>${escaped(name)}${isOwn ? '' : ' <small>(someone else’s)</small>'}</span></label>`,
		);
		return `<p>Your bot is in these servers. Which ones are yours? You can also ${link(inviteUrl(id), 'add it to another')}.</p>
${form('server', `<fieldset><legend>Servers</legend>${choices.join('')}</fieldset>${button('Use these')}`, problem)}`;
	},
	address: (_, problem) =>
		`<p>The address of the shop that you sell on, without <code>/api</code> at the end.</p>
${form('address', `${field('Shop address', `inputmode="url" autofocus placeholder="https://market.example" value="${escaped(problem?.typed ?? '')}"`, problem)}\n${button('Check')}`, problem)}`,
	key: ({ answers: { MARKETPLACE_URL: shop = '' } }, problem) =>
		`<p>In your shop at ${link(shop, shop)}, open the workspace settings and copy the <b>API key</b>.</p>
${secretForm('key', 'Shop API key', problem)}`,
	// The button for the file sends no address, whatever is in the field.
	database: (_, problem) => `<p>One file is all that a bot needs. It is backed up every day.</p>
${form('database', button('Keep them in a file here', 'autofocus'), problem)}
<details${problem === undefined ? '' : ' open'}><summary>I have PostgreSQL or Redis</summary>
${form('database', `${field('Its address', 'type="password" placeholder="postgresql://user:password@host/database"', problem)}\n${button('Use this', 'class="second"')}`)}</details>`,
	secret: (_, problem) =>
		`<p>There are purchases here already. Only the secret they were saved with opens them: the text after <code>CLAIM_SECRET=</code> in the <code>.env</code> of that time.</p>
${secretForm('secret', 'CLAIM_SECRET', problem)}`,
};

function ending({ setup }: Drawn, stage: Exclude<Stage, { kind: 'asking' }>) {
	switch (stage.kind) {
		case 'starting':
			return {
				title: 'Starting',
				isMoving: true,
				body: '<h1>Starting</h1>\n<p role="status">Your answers are saved. The bot connects to Discord.</p>',
			};
		case 'failed':
			return {
				title: 'It didn’t start',
				body: `<h1>It didn’t start</h1>\n<p class="problem" role="alert">${escaped(stage.why)}</p>
<p>Your answers are saved in the file <code>.env</code>. Once that is put right, start the bot again.</p>`,
			};
		default: {
			const [server = ''] = setup.answers.DISCORD_GUILD_ID?.split(',') ?? [];
			return {
				title: 'Ready',
				body: `<h1>Ready</h1>
<p>Your bot is running. What is left is in Discord:</p>
<ol>
<li>Open ${link(`https://discord.com/channels/${server}`, 'your server')} and type <code>/setup server</code>.</li>
<li>Choose the role for buyers there.</li>
<li>Post the panel: the message that buyers use to verify.</li>
</ol>
<p class="note">Keep a copy of the file <code>.env</code> somewhere else: it holds the secret that protects your buyers’ codes. <code>emergency.md</code>, beside it, says what to do if this computer breaks. You can close this page.</p>
${done(setup, true)}`,
			};
		}
	}
}

const style = `
:root{color-scheme:light dark;--back:#eef0f6;--card:#fff;--text:#1d2030;--soft:#565b70;--line:#d9dce8;--main:#4a40d4;--link:#3d34b8;--bad:#b3261e;--bad-back:#fdecea;--good:#157347}
@media(prefers-color-scheme:dark){:root{--back:#101219;--card:#1a1d27;--text:#eceef6;--soft:#a9afc3;--line:#343849;--main:#5d54e0;--link:#b4b0ff;--bad:#ffb4ab;--bad-back:#3b1917;--good:#6fd19b}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,sans-serif;min-height:100vh;display:grid;place-items:start center;padding:clamp(.75rem,6vh,4.5rem) .75rem}
main{width:100%;max-width:34rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.25rem,5vw,2.5rem);box-shadow:0 1px 2px #0001,0 12px 40px -18px #0004;overflow-wrap:anywhere}
.brand{margin:0 0 1.25rem;font-weight:700;letter-spacing:.01em;color:var(--link)}
.step{margin:0;color:var(--soft);font-size:.875rem}
progress{display:block;width:100%;height:.375rem;margin:.4rem 0 1.5rem;appearance:none;border:0;border-radius:1rem;background:var(--line);overflow:hidden}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--main);border-radius:1rem}
progress::-moz-progress-bar{background:var(--main)}
h1{margin:0 0 .75rem;font-size:1.6rem;line-height:1.25}
h2{margin:2rem 0 .25rem;font-size:.875rem;color:var(--soft)}
p,ol{margin:0 0 1rem}ol{padding-left:1.3rem}li{margin:.3rem 0}
a{color:var(--link);text-underline-offset:.15em}
code{white-space:nowrap;font-size:.92em;background:var(--back);border-radius:.3rem;padding:.1em .35em}
label{display:block;font-weight:600;margin:0 0 .35rem}
input:not([type=checkbox],[type=hidden]){width:100%;min-height:2.9rem;padding:.5rem .75rem;margin:0 0 1rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:.6rem}
input[aria-invalid]{border-color:var(--bad)}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.9rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;text-decoration:none;color:#fff;background:var(--main);border:1px solid var(--main);border-radius:.6rem;cursor:pointer}
button:hover,.button:hover{filter:brightness(1.08)}
.second{color:var(--link);background:none;border-color:var(--line)}
.quiet{min-height:2.25rem;padding:.2rem .6rem;font-size:.875rem;font-weight:500;color:var(--link);background:none;border-color:transparent}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;gap:.75rem}
.problem{padding:.7rem .9rem;border-radius:.6rem;color:var(--bad);background:var(--bad-back)}
.note{margin:1.25rem 0 0;color:var(--soft);font-size:.9rem}
fieldset{margin:0 0 1rem;padding:0;border:0}legend{padding:0;font-weight:600}
.choice{display:flex;align-items:center;gap:.6rem;min-height:2.75rem;margin:0;font-weight:400}
.choice input{width:1.2rem;height:1.2rem;accent-color:var(--main)}
small{color:var(--soft)}
details{margin-top:1.25rem}summary{cursor:pointer;color:var(--link);min-height:2rem}details label{margin-top:.75rem}
.done{list-style:none;margin:0;padding:0}
.done li{display:flex;align-items:center;gap:.8rem;margin:0;padding:.6rem 0;border-bottom:1px solid var(--line)}
.done li:last-child{border:0;padding-bottom:0}
.done div{flex:1;min-width:0}.done strong,.done span{display:block}.done strong{font-size:.8rem;font-weight:500;color:var(--soft)}
.done img,.tick{flex:none;width:2.5rem;height:2.5rem;border-radius:50%;object-fit:cover}
.done .tick{display:grid;place-items:center;color:var(--good);background:var(--back);font-weight:700}
@media(max-width:30rem){main>form>button,.row button,.button{width:100%}}
`;
