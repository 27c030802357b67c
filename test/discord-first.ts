// The first version of undici that is loaded makes every request of the process. discord.js' own one takes its files;
// the newer one of the marketplace client, loaded before it, does not. The bot loads discord.js first, too.
import 'discord.js';
