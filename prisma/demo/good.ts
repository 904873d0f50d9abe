/** What a café that bakes, roasts and teaches sells by link; days are counted back from now, negative is to come. */
export interface Good {
  /** `{date}` stands for the day on which it takes place. */
  title: string
  description: string | null
  /** In major units of the account's currency. */
  price: number
  /** How many may pay; null = as many as like. */
  uses: number | null
  madeDaysAgo: number
  endsDaysAgo?: number
  cancelledDaysAgo?: number
  /** It takes place on this Saturday, weeks back from the one to come (0), and can be paid until its evening before. */
  saturday?: number
  /** How often people choose it among all that is sold again and again. */
  demand: number
  /** Places that were paid one by one, whatever the demand. */
  sold?: number
  /** Whom it was made for, who pays it if anybody does. */
  client?: { name: string; email: string }
  metadata: Readonly<Record<string, string | number>>
}
