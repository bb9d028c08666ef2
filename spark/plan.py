"""Makes a plan by Spark, for ratings that no single machine reads.

    ulterior train sample.parquet --attribute gender --plan SAMPLE
    spark-submit spark/plan.py --like SAMPLE --ratings PARQUET --people PARQUET --group-column gender --output FOLDER

Settings, groups and scale come from the plan of a sample; users, items and counts from the whole. docs/spark.md is the guide.
"""

import argparse
from pathlib import Path

from ulterior_spark.columns import add_column_options, check_local_files, columns_from
from ulterior_spark.errors import CodedError, run
from ulterior_spark.plan import read_settings


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="plan.py", description="Make a plan by Spark, with the settings of another plan."
    )
    parser.add_argument("--like", type=Path, required=True, help="the plan whose settings to take")
    parser.add_argument("--ratings", required=True, help="Parquet file or folder")
    parser.add_argument("--people", required=True, help="Parquet file or folder with the group of each user")
    parser.add_argument("--people-id-column", default="user", help="name of the column with the ids, among the people")
    parser.add_argument("--group-column", required=True, help="name of the column with the groups, among the people")
    parser.add_argument("--output", type=Path, required=True, help="where to write the plan; a new folder")
    parser.add_argument("--min-user", type=int, default=1, help="leave out users with fewer ratings")
    parser.add_argument("--min-item", type=int, default=1, help="leave out items with fewer ratings")
    return add_column_options(parser).parse_args()


def main() -> None:
    flags = arguments()
    settings = read_settings(flags.like)
    columns = columns_from(flags, settings["columns"])
    check_local_files(flags.ratings)
    check_local_files(flags.people)
    if flags.output.exists() and any(flags.output.iterdir()):
        raise CodedError("CHECKPOINT_FOREIGN", f'"{flags.output}" is not empty', "name a new folder")
    from ulterior_spark.planning import people_of, write_plan
    from ulterior_spark.session import session

    with session("ulterior plan") as spark:
        people = people_of(spark, flags.people, flags.people_id_column, flags.group_column, settings["typeLabels"])
        counts = write_plan(
            spark, flags.like, flags.output, flags.ratings, columns, people, (flags.min_user, flags.min_item)
        )
    print(f"{flags.output}: {counts.users:,} users, {counts.items:,} items, {counts.ratings:,} ratings")


if __name__ == "__main__":
    run(main)
