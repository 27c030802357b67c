import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': 'kurallar',
	'command.setup.policy.description':
		'Alıcılar satın almayı bırakabilir mi seç ve kodu kimlerin paylaştığını gör',
	'command.setup.seats.name': 'yerler',
	'command.setup.seats.description': 'Lisans türüne göre birkaç üyenin bir kodu paylaşmasına izin ver',
	'command.setup.seats.members.name': 'üyeler',
	'command.setup.seats.members.description': 'Bir koda kaç üye sahip olabilir',
	'policy.title': 'Satın alma kuralları',
	'policy.homeOnly': 'Yerler ve bağlantı kaldırma ana sunucuda ayarlanır.',
	'policy.unlinking': '**Bırakma** · alıcıların burada artık istemedikleri bir satın almayla ne yapabileceği',
	'policy.never': 'İzin yok',
	'policy.transferOnly': 'Yalnızca bir moderatör aktarabilir',
	'policy.afterDays':
		'{days, plural, =0 {İzinli, kod hemen serbest} one {İzinli, kod # gün sonra serbest} other {İzinli, kod # gün sonra serbest}}',
	'policy.seats': '**Ekipler** · bir koda kaç üye sahip olabilir. `/kurulum yerler` ile değiştir.',
	'policy.noSeats': 'Her kod için bir üye.',
	'policy.seatsLine': '{licence}: {seats, number}',
	'policy.audit.unlinking': 'bırakma: {policy}',
	'policy.audit.seats':
		'**{licence}** lisans türünün bir kodunu en çok {seats, plural, one {# üye} other {# üye}} paylaşabilir',
} satisfies Record<keyof typeof english, string>;
