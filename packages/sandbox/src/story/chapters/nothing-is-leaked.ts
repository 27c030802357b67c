import type { Chapter } from '../chapter.js';

/** Codes and keys are secrets, in the log too. */
export function nothingIsLeaked(): Chapter {
	return {
		title: 'Behind the scenes',
		async play(scene) {
			const { discord, marketplace, claimSecret } = scene.stage;
			const log = scene.botOutput.toLowerCase();
			await scene.say('All the while the bot kept a log, at its most talkative setting.');
			const holds = (what: string, secrets: readonly string[]) =>
				scene.checks.holds(what, log !== '' && !secrets.some((secret) => log.includes(secret.toLowerCase())));
			holds('No purchase code is in the log', scene.codes);
			holds('No token, key or secret is in the log', [discord.token, marketplace.apiKey, claimSecret]);
			const isClean = marketplace.calls.every((call) => !call.codeInUrl && call.credential === 'header');
			scene.checks.holds('No code or key was in an address that the bot called', isClean);
		},
	};
}
