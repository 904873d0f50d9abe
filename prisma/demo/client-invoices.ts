import type { Product } from './product'

type ClientInvoice = Pick<Product, 'title' | 'description' | 'price' | 'madeDaysAgo'> & Partial<Product>

function clientInvoice(
  product: ClientInvoice,
  name: string,
  email: string,
  metadata: Product['metadata'],
): Product {
  return { uses: 1, sold: 1, demand: 0, client: { name, email }, metadata, ...product }
}

const invoice = (number: string, client: string) => ({ invoice: `INV-${number}`, client })

/** Products made for one client, to be paid once. */
export const clientInvoices: readonly Product[] = [
  clientInvoice(
    {
      title: 'Invoice 2231, Harlow & Finch',
      description: 'Breakfast for the board meeting, 40 people',
      price: 1_240,
      madeDaysAgo: 12,
    },
    'Harlow & Finch',
    'accounts@harlow-finch.example.com',
    invoice('2231', 'Harlow & Finch'),
  ),
  clientInvoice(
    {
      title: 'Invoice 2245, Beacon Dental',
      description: 'Team lunches of last week',
      price: 612.5,
      madeDaysAgo: 1,
      endsDaysAgo: -6,
      sold: 0,
    },
    'Beacon Dental',
    'office@beacon-dental.example.com',
    invoice('2245', 'Beacon Dental'),
  ),
  clientInvoice(
    {
      title: 'Invoice 2184, Harlow & Finch',
      description: 'Breakfasts of the month',
      price: 1_180,
      madeDaysAgo: 81,
    },
    'Harlow & Finch',
    'accounts@harlow-finch.example.com',
    invoice('2184', 'Harlow & Finch'),
  ),
  clientInvoice(
    {
      title: 'Wedding cake, deposit',
      description: 'Four tiers, lemon and elderflower',
      price: 180,
      madeDaysAgo: 66,
    },
    'Adaeze Okafor',
    'adaeze.okafor@example.com',
    { order: '10127', pickup: 'delivery' },
  ),
  clientInvoice(
    {
      title: 'Invoice 2203, Harlow & Finch',
      description: 'Breakfasts of the month',
      price: 1_215.5,
      madeDaysAgo: 48,
    },
    'Harlow & Finch',
    'accounts@harlow-finch.example.com',
    invoice('2203', 'Harlow & Finch'),
  ),
  clientInvoice(
    {
      title: 'Wedding cake, balance',
      description: 'Four tiers, lemon and elderflower',
      price: 465,
      madeDaysAgo: 39,
    },
    'Adaeze Okafor',
    'adaeze.okafor@example.com',
    { order: '10127', pickup: 'delivery' },
  ),
  clientInvoice(
    {
      title: 'Invoice 2218, Beacon Dental',
      description: 'Team lunches, two weeks',
      price: 524.5,
      madeDaysAgo: 31,
    },
    'Beacon Dental',
    'office@beacon-dental.example.com',
    invoice('2218', 'Beacon Dental'),
  ),
  clientInvoice(
    {
      title: 'Catering, gallery opening',
      description: 'Canapés and coffee bar for 90 guests',
      price: 2_150,
      madeDaysAgo: 22,
    },
    'Fern & Co. Gallery',
    'hello@fern-gallery.example.org',
    { order: '10366', guests: 90 },
  ),
  clientInvoice(
    {
      title: 'Catering, deposit',
      description: 'Lindqvist wedding, a quarter of the whole',
      price: 750,
      madeDaysAgo: 18,
      cancelledDaysAgo: 15,
      sold: 0,
    },
    'Freya Lindqvist',
    'freya.lindqvist@example.net',
    { order: '10391' },
  ),
  clientInvoice(
    {
      title: 'Invoice 2226, Northside Yoga',
      description: 'Snacks for the studio, last quarter',
      price: 298,
      madeDaysAgo: 27,
      endsDaysAgo: 13,
      sold: 0,
    },
    'Northside Yoga',
    'studio@northside-yoga.example.net',
    invoice('2226', 'Northside Yoga'),
  ),
  clientInvoice(
    {
      title: 'Invoice 2240, Northside Yoga',
      description: 'Snacks for the studio, reminder',
      price: 298,
      madeDaysAgo: 8,
      endsDaysAgo: -1,
      sold: 0,
    },
    'Northside Yoga',
    'studio@northside-yoga.example.net',
    invoice('2240', 'Northside Yoga'),
  ),
]
