/** Given and family names that occur together. `weight` is the share of people drawn from the group. */
interface NameGroup {
  readonly weight: number
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly family: readonly string[]
}

const words = (text: string): readonly string[] => text.split(',')

/** Name groups of many origins; several need letters outside ASCII, some need no space between the names. */
export const nameGroups: readonly NameGroup[] = [
  {
    weight: 34,
    women: words('Alice,Hazel,Ruth,Nora,Joan,Claire,Paige,Tessa,Imogen,Beth,Lydia,Harriet,Maeve,Zoë,Chloë,Renée'),
    men: words('Walter,Miles,Grant,Owen,Felix,Dale,Hugh,Simon,Percy,Silas,Theo,Calvin,Ross,Neil,Emmett,Wade'),
    family: words(
      'Alder,Birch,Carver,Dunmore,Ellery,Fairbank,Garrow,Holt,Ingram,Kerr,Lathrop,Marsh,Norwood,Oakes,Pryor,Quincey,Rowan,Stroud,Thorne,Upton,Vance,Whitlock,Yardley,O’Rourke,Brontë,Saint-Clair',
    ),
  },
  {
    weight: 14,
    women: words('María José,Lucía,Inés,Sofía,Ximena,Valentina,Rocío,Belén,Camila,Noemí'),
    men: words('José María,Andrés,Julián,Íñigo,Tomás,Sebastián,Raúl,Joaquín,Matías,Óscar'),
    family: words('Muñoz,García Peña,Ibáñez,Quiñones,Núñez Ortega,Valdés,Rentería,Castañeda,Zúñiga,Beltrán,Ordóñez'),
  },
  {
    weight: 8,
    women: words('Łucja,Agnieszka,Małgorzata,Zofia,Bożena,Jarmila,Šárka,Ilse'),
    men: words('Łukasz,Wojciech,Stanisław,Zbigniew,Jiří,Ondřej,Béla,Jürgen'),
    family: words('Wiśniewska-Krol,Żak,Grzybek,Dąbek,Dvořáček,Šimek,Kőrösi,Müllner,Großmann,Jagiełka'),
  },
  {
    weight: 8,
    women: words('Nguyệt,Hạnh,Thảo,Mai Anh,Phương,Quỳnh'),
    men: words('Đức,Quân,Minh Tuấn,Hưng,Phúc,Sơn'),
    family: words('Nguyễn,Trần,Phạm,Đặng,Vũ,Huỳnh,Lê'),
  },
  {
    weight: 9,
    women: words('Ananya,Kavya,Meera,Priya,Zainab,Farah,Lakshmi,Sana'),
    men: words('Arjun,Rohan,Vikram,Imran,Tariq,Suresh,Kabir,Naveen'),
    family: words('Raghunathan,Iyer,Banerjee,Chaudhry,Siddiqui,Deshpande,Kulkarni,Venkataraman,Malik'),
  },
  {
    weight: 8,
    women: words('Amara,Ngozi,Wanjiru,Abena,Thandiwe,Folasade,Makena'),
    men: words('Chidi,Kwame,Sipho,Babajide,Kamau,Tendai,Ọlá'),
    family: words('Okonjo,Mensah,Adébáyọ̀,Dlamini,Wekesa,Nwosu,Achieng,Moyo'),
  },
  {
    weight: 7,
    women: words('Mei,Xiulan,Yuki,Haruka,Ji-woo,Seo-yeon,Lan'),
    men: words('Wei,Haoran,Kenji,Daisuke,Min-jun,Tae-yang,Jun'),
    family: words('Zhang,Lin,Ōtsuka,Watanabe,Hwang,Baek,Xu,Ueno'),
  },
  {
    weight: 3,
    women: words('静,美玲,晓燕,雨桐'),
    men: words('伟,志强,建国,浩然'),
    family: words('李,王,陈,欧阳'),
  },
  {
    weight: 6,
    women: words('Ingrid,Åsa,Sólveig,Maarit,Astrid,Freyja'),
    men: words('Bjørn,Søren,Þórður,Väinö,Håkon,Lars'),
    family: words('Østergård,Lindqvist,Åkesson,Nyström,Guðmundsdóttir,Hämäläinen,Skov'),
  },
  {
    weight: 3,
    women: words('Leilani,Ioana,Ayşe,Eleni,Nino,Mahina'),
    men: words('Keoni,Ștefan,Çağrı,Yannis,Giorgi,Makoa'),
    family: words('Kaʻahumanu,Țepeș,Yıldız,Papadimitriou,Kvaratskhelia,Kealoha'),
  },
]

/** Very long names: hard cases for cells, headers and exports. */
export const longNames: readonly (readonly [given: string, family: string])[] = [
  ['Maximiliano Bartholomew Alexander', 'von und zu Hohenlinden-Fürstenbergsdorf'],
  ['Wilhelmina Anastasia Bernadette Constantina', 'Featherstonehaugh-Cholmondeley-Marjoribanks'],
  ['Thiruvananthapuram Subramaniam', 'Venkatanarasimharajuvaripeta'],
  ['María de los Ángeles Guadalupe Concepción', 'Fernández de Córdoba y Álvarez de las Asturias'],
]

/** Names that become code, formulas or layout where escaping is missing, by position in the list. */
export const hostileNames: ReadonlyMap<number, readonly [given: string, family: string]> = new Map([
  [43, ['=HYPERLINK("http://example.test","open")', 'Formula']],
  [46, ['<script>alert(1)</script>', 'Tagg']],
  [68, ['"><img src=x onerror=alert(2)>', 'Quoter']],
  [95, ["Robert'); DROP TABLE accounts;--", 'Tables']],
  [122, ['@SUM(1+1)*cmd', 'Plus']],
  [157, ['\u202Eelbisrever', 'Mark']],
  [203, ['{{constructor}} ${7*7} %s', 'Template']],
])

/** Towns with their state, ZIP code and area code. */
export const towns: readonly (readonly [city: string, state: string, zip: string, area: string])[] = [
  ['Astoria', 'OR', '97103', '503'],
  ['Ithaca', 'NY', '14850', '607'],
  ['Duluth', 'MN', '55802', '218'],
  ['Galveston', 'TX', '77550', '409'],
  ['Bangor', 'ME', '04401', '207'],
  ['Santa Fe', 'NM', '87501', '505'],
  ['Macon', 'GA', '31201', '478'],
  ['Boise', 'ID', '83702', '208'],
  ['Toledo', 'OH', '43604', '419'],
  ['Hilo', 'HI', '96720', '808'],
  ['Fresno', 'CA', '93721', '559'],
  ['Mobile', 'AL', '36602', '251'],
  ['Juneau', 'AK', '99801', '907'],
  ['Ponce', 'PR', '00730', '787'],
  ['Wausau', 'WI', '54403', '715'],
]

export const streets = words(
  'Larch Hollow Rd,Dune Court,Millrace Ave,Quarry Lane,Orchard St,Kestrel Way,Tannery Row,Saltmarsh Dr,Beacon Hill Rd,Juniper Pl,Old Ferry Rd,Copper Basin Blvd',
)

export const banks = words(
  'Harbor Test Bank,First Sample Savings,Placeholder Credit Union,Meridian Test Trust,Synthetic National Bank',
)

export const employers = words(
  'Northgate Securities (synthetic),Bluefin Logistics (synthetic),Orchard Dental Group (synthetic),Copperline Utilities (synthetic),Fernwood School District (synthetic),Halyard Software (synthetic)',
)

export const occupations = words(
  'Analyst,Teacher,Nurse,Electrician,Software engineer,Driver,Architect,Pharmacist,Retired,Student',
)
