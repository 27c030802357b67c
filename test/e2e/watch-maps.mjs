// Loaded into a bot before its own modules: writes a line to stderr for each map that has come to hold more snowflakes
// than the limit that WATCHED_MAPS names.
const limit = Number(process.env['WATCHED_MAPS']);
const { set } = Map.prototype;
const reported = new WeakSet();

Map.prototype.set = function watchedSet(key, value) {
	set.call(this, key, value);
	if (this.size > limit && typeof key === 'string' && /^\d{17,20}$/.test(key) && !reported.has(this)) {
		reported.add(this);
		process.stderr.write(
			`${new Error(`A map of ${value?.constructor?.name} has ${this.size} entries`).stack}\n`,
		);
	}
	return this;
};
