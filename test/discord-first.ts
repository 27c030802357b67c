// The first loaded version of undici makes every request of the process. discord.js' version can send its files; the
// marketplace client's newer one, if loaded before it, can't. The bot loads discord.js first, too.
import 'discord.js';
