import { expect, it } from 'vitest';
import { ownStage } from './own-stage.js';

/** Loaded into a bot before its own modules: writes a line to stderr for each Map that grows to 300 snowflakes. */
const watchMaps = `data:text/javascript,${encodeURIComponent(`
	const { set } = Map.prototype;
	const reported = new WeakSet();
	Map.prototype.set = function watchedSet(key, value) {
		set.call(this, key, value);
		if (this.size > 300 && typeof key === 'string' && /^\\d{17,20}$/.test(key) && !reported.has(this)) {
			reported.add(this);
			const of = value?.constructor?.name;
			process.stderr.write(new Error('A map of ' + of + ' has ' + this.size + ' entries').stack + '\\n');
		}
		return this;
	};
`)}`;

it('the built bot keeps nothing in memory for each member who has used it', async () => {
	const stage = await ownStage();
	const bot = await stage.startProcess({ NODE_OPTIONS: `--import ${watchMaps}` });
	for (let round = 0; round < 20; round += 1) {
		const people = Array.from({ length: 20 }, (_, number) => stage.newPerson(`Member ${round}-${number}`));
		const asked = people.map((person) => person.chatInput('purchases'));
		for (const each of asked) await each.answered();
	}
	expect(bot.stderr).toBe('');
});
