import type { Product } from './product'

function course(
  product: Pick<Product, 'title' | 'description' | 'price' | 'madeDaysAgo'>,
  seats: number,
  sold: number,
  saturday: number,
): Product {
  return { ...product, uses: seats, saturday, sold, demand: 0, metadata: { kind: 'course', seats } }
}

/** Courses on a Saturday with a limited number of seats. */
export const courses: readonly Product[] = [
  course(
    {
      title: 'Coffee tasting, {date}',
      description: 'Five coffees, one table, two hours',
      price: 28,
      madeDaysAgo: 11,
    },
    5,
    5,
    1,
  ),
  course(
    {
      title: 'Sourdough workshop, {date}',
      description: 'One seat. Apron, starter and lunch included',
      price: 89,
      madeDaysAgo: 17,
    },
    12,
    7,
    -1,
  ),
  course(
    {
      title: 'Latte art class, {date}',
      description: 'Two hours at the machine, milk included',
      price: 65,
      madeDaysAgo: 83,
    },
    8,
    8,
    10,
  ),
  course(
    {
      title: 'Sourdough workshop, {date}',
      description: 'One seat. Apron, starter and lunch included',
      price: 89,
      madeDaysAgo: 76,
    },
    12,
    12,
    8,
  ),
  course(
    {
      title: 'Baking with children, {date}',
      description: 'One child with one adult',
      price: 34.5,
      madeDaysAgo: 57,
    },
    10,
    9,
    6,
  ),
  course(
    {
      title: 'Sourdough workshop, {date}',
      description: 'One seat. Apron, starter and lunch included',
      price: 89,
      madeDaysAgo: 45,
    },
    12,
    12,
    4,
  ),
  course(
    {
      title: 'Latte art class, {date}',
      description: 'Two hours at the machine, milk included',
      price: 65,
      madeDaysAgo: 24,
    },
    8,
    8,
    0,
  ),
  course(
    {
      title: 'Coffee tasting, {date}',
      description: 'Five coffees, one table, two hours',
      price: 28,
      madeDaysAgo: 0.4,
    },
    10,
    0,
    -3,
  ),
]
