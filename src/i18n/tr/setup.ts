import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Bu sunucuyu kur\nHer seçim hemen kaydedilir.',
	'setup.buyer': '**Alıcı rolü** · doğrulanmış satın alımı olan herkes alır',
	'setup.supported': '**Destekli rol** · en az bir satın alımın desteği sürdükçe kalır (isteğe bağlı)',
	'setup.audit':
		'**Denetim kanalı** · ekibin kimin doğrulandığını ve neyin ters gittiğini okuduğu yer (isteğe bağlı)',
	'setup.more':
		'**Daha fazla rol** · tek ürünler, kategoriler ya da lisans türleri için (isteğe bağlı): {count, plural, =0 {henüz yok} other {{count, number}}}',
	'setup.moreTroubles': '❌ Bu rollerin bazıları çalışmıyor: *Daha fazla rol* bölümüne bak.',
	'setup.former': '-# Burada değiştirdiğin ya da kaldırdığın bir rol, ona sahip üyelerde kalır.',
	'setup.chooseRole': 'Bir rol seç',
	'setup.chooseChannel': 'Bir kanal seç',
	'setup.moreButton': 'Daha fazla rol',
	'setup.again': 'Yeniden kontrol et',
	'setup.unavailable':
		'⚠️ Discord şu anda bu sunucu hakkında bilgi vermiyor, bu yüzden hiçbir şey kaydedilmedi. Lütfen daha sonra tekrar dene.',
	'setup.missing': '⛔ `{roleId}` rolü kaydedilmedi: artık yok.',
	'setup.everyone': '⛔ <@&{roleId}> kaydedilmedi: herkeste zaten var.',
	'setup.managed': '⛔ <@&{roleId}> kaydedilmedi: bir bota ya da entegrasyona ait ve kimse veremez.',
	'setup.rules.title': '## Ürün, kategori ve lisans türü rolleri',
	'setup.rules.how':
		'`/kurulum ürün`, `/kurulum kategori` ya da `/kurulum lisans` ile bir tane ekle. Bir satın alım, alıcı rolünün yanında kendisine uyan her rolü verir.',
	'setup.rules.none': 'Henüz yok.',
	'setup.rules.page': '-# Sayfa {page, number} / {pages, number}',
	'setup.rules.subject': '{kind, select, item {Ürün} category {Kategori} other {Lisans}} **{name}**',
	'setup.rules.option': '{kind, select, item {Ürün} category {Kategori} other {Lisans}}: {name}',
	'setup.rules.remove': 'Bunlardan birini kaldır',
	'setup.rules.back': '‹ Geri',
	'setup.rules.previous': 'Önceki',
	'setup.rules.next': 'Sonraki',
	'setup.rules.saved': '✅ {subject}: alıcılar artık <@&{roleId}> alıyor.',
	'setup.rules.unseenLicence':
		'-# Bu lisans türünde bir satın alım henüz görülmedi. Pazar yerinin yazdığı gibi yazılmalı.',
	'setup.rules.unknownCategory': 'Bu kategoride ürün yok. Yazmaya başla ve listeden birini seç.',
	'setup.rules.licenceIsCode':
		'Bu bir satın alma koduna benziyor, bu yüzden kaydetmedim. Lisans türü, `regular` veya `extended` gibi bir addır.',
} satisfies Record<keyof typeof english, string>;
