import { commandPayloads } from '../../../commands/registry.js';
import { ConfigError } from '../../base/errors.js';
import { type WayOfRunning, withOwnCommands } from '../../base/terminal.js';
import { type Environment, readSettings, type VariableName } from '../../config.js';
import { askAll } from './console.js';
import { envPath, readEnvFile, saveEnvFile, withAnswers } from './env-file.js';
import { register, restoreBackup, wayOf, writePage } from './finish.js';
import { Setup, steps } from './steps.js';
import type { Terminal } from './terminal.js';

/**
 * `npm run init`: saves all answers in the end, or nothing. Rejects with ProgramError before anything is saved, if the
 * input ends or `.env` can't be read or written. @returns true if the bot is to be started
 */
export async function runInit(terminal: Terminal, environment: Environment): Promise<boolean> {
	const file = readEnvFile();
	const { DISCORD_API_URL: api } = readSettings({ ...file.values, ...environment }, ['DISCORD_API_URL']);
	const current = (name: VariableName): string | undefined => givenIn(file.values, name);
	const setup = new Setup(api);
	const way = wayOf(environment);
	setup.secret = current('CLAIM_SECRET');
	terminal.say('Six questions. Nothing is saved until the last answer.');
	if (file.exists) terminal.say('.env exists. You can keep its values.');
	await askAll({ terminal, setup, current });

	const refused = await restoreBackup(setup);
	if (refused !== undefined) terminal.remark('no', refused);
	// Kept answers stay as written, including those in a separate file.
	const names = steps.map(({ variable }) => variable);
	const changed = names.filter((name) => setup.answers[name] !== current(name));
	const answers = Object.fromEntries(changed.map((name) => [name, setup.answers[name]]));
	await saveEnvFile(envPath(), withAnswers(file.text, answers));
	terminal.sayAtInterrupt(nextSteps(way, { isRegistered: false, isStarted: false }));
	terminal.say('Saved .env. Back it up: it holds the secret\nthat protects your buyers’ codes.');
	for (const name of names.filter((each) => environment[each] && environment[each] !== setup.answers[each]))
		terminal.remark('warning', `${name} is also set outside .env, and that value wins`);
	const page = await writePage(setup, environment);
	if (page !== undefined) terminal.say(page);

	const failed = await register(setup);
	if (failed === undefined)
		terminal.say(`Registered ${commandPayloads.length} commands in ${setup.found.get('server')?.ok}.`);
	else terminal.remark('no', failed);
	const isRegistered = failed === undefined;
	terminal.sayAtInterrupt(nextSteps(way, { isRegistered, isStarted: false }));
	// The end of a piped input is neither a confirmation nor an error.
	const answer = await terminal.ask('Start now? [Y/n] ').catch(() => 'n');
	const isStarted = /^(?:y(?:es)?)?$/i.test(answer);
	terminal.say(nextSteps(way, { isRegistered, isStarted }));
	return isStarted;
}

/** The written value, or that of the file it names; undefined if there is none, or it is invalid. */
export function givenIn(values: Environment, name: VariableName): string | undefined {
	const direct = values[name]?.trim();
	if (direct || !values[`${name}_FILE`]?.trim()) return direct || undefined;
	try {
		return String(readSettings(values, [name])[name]);
	} catch (error) {
		if (error instanceof ConfigError) return undefined;
		throw error;
	}
}

/** The remaining steps, with the commands of this way of running. An image or a panel is stopped by its own controls. */
export function nextSteps(
	way: WayOfRunning,
	done: { readonly isRegistered: boolean; readonly isStarted: boolean },
): string {
	const isTyped = way.kind === 'npm' || way.kind === 'archive';
	const start = isTyped ? 'Type npm start here. Ctrl+C stops the bot.' : 'Start the bot again.';
	const steps = [
		...(done.isRegistered ? [] : ['Type npm run register here, until it works.']),
		...(done.isStarted ? [] : [start]),
		'In your Discord server, type /setup server.',
		'Choose the buyer role there, then post the panel:\n   the message buyers use to verify.',
	].map((step, index) => `${index + 1}. ${step}`);
	const stop = done.isStarted && isTyped ? ['Ctrl+C stops the bot. npm start starts it again.'] : [];
	return withOwnCommands(['', 'Next:', ...steps, ...stop].join('\n'), way);
}
