/** Fits a small window beside a browser. */
const width = 58;

/** The remaining steps after `npm run init`, in a box of at most 8 lines. */
export function nextSteps(done: { readonly isRegistered: boolean; readonly isStarted: boolean }): string {
	const steps = [
		...(done.isRegistered ? [] : ['Type npm run register here, until it works.']),
		...(done.isStarted ? [] : ['Type npm start here. Ctrl+C stops the bot.']),
		'In your Discord server, type /setup server.',
		'Choose the buyer role there, then post the panel:',
	].map((step, index) => `${index + 1}. ${step}`);
	const lines = [
		...steps,
		'   the message buyers use to verify.',
		...(done.isStarted ? ['Ctrl+C stops the bot. npm start starts it again.'] : []),
	];
	const title = '─ Next ';
	return [
		`┌${title.padEnd(width - 2, '─')}┐`,
		...lines.map((line) => `│ ${line.padEnd(width - 4)} │`),
		`└${'─'.repeat(width - 2)}┘`,
	].join('\n');
}
